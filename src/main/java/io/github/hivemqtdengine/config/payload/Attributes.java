// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static io.github.hivemqtdengine.config.xml.Setting.attribute;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.BinaryField;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** Declarations of the attributes of {@code <payload>}, but for its format. */
final class Attributes {

    static final String NONE = "none";
    static final String REGISTERED = "registry";

    private static final Form<Charset> CHARSETS =
            Form.text("charset", Attributes::charset, "name of a charset", "字符集名称");
    private static final Form<Character> SEPARATORS =
            Form.text("separator", Attributes::separator, "one character, or `tab`", "一个字符，或 `tab`");
    private static final Form<List<String>> NAMES =
            Form.text("names", Attributes::names, "names separated by commas", "以逗号分隔的名称");
    private static final Form<List<BinaryField>> FIELD_LIST =
            Form.text("fields", Attributes::fields, "fields separated by commas", "以逗号分隔的字段");
    private static final Form<String> FIELD_NAME = Form.text("field", Names::any, "name of a field", "字段名");
    private static final Form<String> FILE = Form.text("file", "文件");
    private static final Form<String> POINTER =
            Names.pointer("write it like /readings, or leave it empty for an array at the top");

    static final Setting<RawEncoding> ENCODING = attribute("encoding", Choice.of(RawEncoding.class))
            .or(RawEncoding.AUTO)
            .doc("Text form of a raw payload; only for `raw`", "原始载荷的文本形式；仅用于 `raw`")
            .word("text", "text in the `charset`; anything else is a decoding error", "按 `charset` 解释的文本；其他内容属于解码错误")
            .word(
                    "auto",
                    "text if the payload is valid and has no control characters but white space, else Base64",
                    "内容是有效文本且除空白外不含控制字符时为文本，否则为 Base64");

    static final Setting<Charset> CHARSET = attribute("charset", CHARSETS)
            .or(StandardCharsets.UTF_8)
            .doc(
                    "Charset of raw text, JSON and CSV; only for `raw`, `json` without `registry`, `csv` and `auto`, whose JSON is UTF-8",
                    "原始文本、JSON 和 CSV 的字符集；仅用于 `raw`、不带 `registry` 的 `json`、`csv` 和 `auto`（其中的 JSON 为 UTF-8）");

    static final Setting<Long> CHUNK_BYTES = attribute("chunk-bytes", Quantities.size("1 KiB", "60 KiB"))
            .like("45000 B")
            .doc(
                    "Splits a larger raw payload into several rows; only for `raw`, and `charset` UTF-8",
                    "把更大的原始载荷拆成多行；仅用于 `raw`，且 `charset` 为 UTF-8");

    static final Setting<Character> SEPARATOR = attribute("separator", SEPARATORS)
            .or(',')
            .doc("Separator of CSV values; only for `csv` and `auto`", "CSV 值的分隔符；仅用于 `csv` 和 `auto`");

    static final Setting<List<String>> COLUMNS = attribute("columns", NAMES)
            .like("t,temp,hum")
            .doc(
                    "Names of CSV values; without it the first line has them; only for `csv` and `auto`",
                    "CSV 值的名称；不写则取自第一行；仅用于 `csv` 和 `auto`");

    static final Setting<Precision> PRECISION = attribute("precision", Choice.of(Precision.class))
            .or(Precision.NS)
            .since("0.2.0")
            .doc(
                    "Unit of the timestamps in lines, from nanoseconds to hours; only for `line-protocol` and `auto`",
                    "各行时间戳的单位，从纳秒到小时；仅用于 `line-protocol` 和 `auto`");

    static final Setting<List<BinaryField>> FIELDS = attribute("fields", FIELD_LIST)
            .like("temp: int16 le @8, name: text 12 @10")
            .doc(
                    "Fields of a binary record: `temp: int16 le @8, name: text 12 @10`; only for `binary`, and required",
                    "二进制记录的字段：`temp: int16 le @8, name: text 12 @10`；仅用于 `binary`，必填");

    static final Setting<Integer> RECORD_BYTES = attribute("record-bytes", Quantities.wholeNumber(1, 1 << 20))
            .like("22")
            .doc(
                    "Bytes of each record, if a binary payload is a list of records; only for `binary`",
                    "二进制载荷由多条记录组成时，每条记录的字节数；仅用于 `binary`");

    static final Setting<String> SCHEMA = attribute("schema", FILE)
            .like("reading.avsc")
            .doc(
                    "Schema of the writer: a file below `schemas`; only for `avro` and `auto`, and required "
                            + "for `avro` with `framing=\"datums\"`",
                    "写入方的模式：`schemas` 下的一个文件；仅用于 `avro` 和 `auto`，`avro` 的 `framing=\"datums\"` 必填");

    static final Setting<String> READER_SCHEMA = attribute("reader-schema", FILE)
            .like("reading-2.avsc")
            .doc(
                    "Schema that values are resolved to, below `schemas`; only for `avro` and `auto`",
                    "值解析成的模式，位于 `schemas` 下；仅用于 `avro` 和 `auto`");

    static final Setting<String> WRITER_SCHEMAS = attribute("writer-schemas", Form.text("folder", "目录"))
            .like("readings")
            .doc(
                    "Schemas of the writers: a folder below `schemas` with files `*.avsc`, for `framing=\"registry\"` named by their number; only for `avro` and `auto`",
                    "写入方的各个模式：`schemas` 下存有 `*.avsc` 文件的目录，用于 `framing=\"registry\"` 时以编号命名；仅用于 `avro` 和 `auto`");

    static final Setting<String> DESCRIPTOR = attribute("descriptor", FILE)
            .like("plant.desc")
            .doc(
                    "Descriptor set below `schemas`; required for `protobuf` without `registry`, also for `auto`",
                    "描述符集，位于 `schemas` 下；`protobuf` 没有 `registry` 时必填，也可用于 `auto`");

    static final Setting<String> MESSAGE = attribute("message", Form.text("message", Names::any, "full name", "全名"))
            .like("plant.Reading")
            .doc(
                    "Message type, such as `plant.Reading`; required for `protobuf` without `registry`, also for `auto`",
                    "消息类型，例如 `plant.Reading`；`protobuf` 没有 `registry` 时必填，也可用于 `auto`");

    static final Setting<String> FRAMING = attribute(
                    "framing",
                    Choice.words("datums", "single-object", "container", REGISTERED, "message", "delimited", NONE))
            .like("registry")
            .doc(
                    "Framing of the data, only for `avro` (the first four, by default `datums`), `protobuf` (`message`, the default, `delimited`, `registry`) and `json` (`none`, the default, `registry`)",
                    "数据的分帧方式，仅用于 `avro`（前四种，默认 `datums`）、`protobuf`（`message`（默认）、`delimited`、`registry`）和 `json`（`none`（默认）、`registry`）")
            .word("single-object", "`C3 01` and the fingerprint of the schema", "`C3 01` 和模式的指纹")
            .word("container", "an object container file with its own schema", "自带模式的对象容器文件")
            .word("delimited", "a list of messages, each after its length", "消息列表，每条前面是其长度");

    static final Setting<String> REGISTRY = attribute(
                    "registry",
                    Form.text("id", Names::any, "id of a registry", "注册中心的 id").matching(Names.ID_PATTERN))
            .like("main")
            .since("0.2.0")
            .doc(
                    "Registry with the schemas, for `framing=\"registry\"`; required for `json`, for `avro` "
                            + "without `writer-schemas`, and for `protobuf` without `descriptor`",
                    "存有模式的注册中心，用于 `framing=\"registry\"`；`json` 必填，`avro` 没有 `writer-schemas` 时、`protobuf` 没有 "
                            + "`descriptor` 时也必填");

    static final Setting<NonFinite> NON_FINITE = attribute("non-finite", Choice.of(NonFinite.class))
            .or(NonFinite.REJECT)
            .since("0.2.0")
            .doc(
                    "Bare `nan`, `inf` and infinity in JSON, with or without a sign, in any case; only for `json`, `ndjson` and `auto`",
                    "JSON 中裸写的 `nan`、`inf` 和 infinity，可带正负号，不区分大小写；仅用于 `json`、`ndjson` 和 `auto`")
            .word("reject", "the payload is a decoding error", "载荷属于解码错误")
            .word("null", "such a value is null", "这样的值为 null");

    static final Setting<String> ROWS = attribute("rows", POINTER)
            .like("/readings")
            .doc(
                    "Array whose elements become rows: `/readings`, or empty for an array at the top; a `*` matches every element or field; only for formats with fields",
                    "元素成为行的数组：例如 `/readings`，留空表示载荷本身就是数组；`*` 匹配每个元素或字段；仅用于有字段的格式");

    static final Setting<RowsFrom> ROWS_FROM = attribute("rows-from", Choice.of(RowsFrom.class))
            .or(RowsFrom.ARRAY)
            .doc("Kind of value at `rows`; only with `rows`", "`rows` 处的值的种类；仅与 `rows` 同用")
            .word("array", "its elements become rows", "其元素成为行")
            .word(
                    "object",
                    "each of its fields becomes a row, and `${payload-key}` is its name",
                    "每个字段成为一行，`${payload-key}` 为其名称");

    static final Setting<String> PIVOT = attribute("pivot", POINTER)
            .like("/values")
            .doc(
                    "List of names and values in each record that is read like an object: `[{\"name\": \"t\", \"value\": 21}]` like `{\"t\": 21}`; only for formats with fields",
                    "每条记录中的名称与值的列表，按对象读取：`[{\"name\": \"t\", \"value\": 21}]` 相当于 `{\"t\": 21}`；仅用于有字段的格式");

    static final Setting<String> PIVOT_NAME = attribute("pivot-name", FIELD_NAME)
            .or("name")
            .doc("Field of the list's elements with the name; only with `pivot`", "列表元素中表示名称的字段；仅与 `pivot` 同用");

    static final Setting<String> PIVOT_VALUE = attribute("pivot-value", FIELD_NAME)
            .or("value")
            .doc("Field of the list's elements with the value; only with `pivot`", "列表元素中表示值的字段；仅与 `pivot` 同用");

    static final Setting<Compression> COMPRESSION = attribute("compression", Choice.of(Compression.class))
            .or(Compression.NONE)
            .doc("Compression that is undone before payloads are read", "载荷的压缩方式，读取之前先解压")
            .word("content-encoding", "as the user property of this name says", "由同名的用户属性决定")
            .word("auto", "the same, and without the property as the first bytes tell", "同上，没有该属性时由载荷开头的字节决定");

    static final Setting<Long> MAX_BYTES = attribute("max-bytes", Quantities.size("1 KiB", "256 MiB"))
            .or((long) PayloadCompression.DEFAULT_MAX_BYTES)
            .doc("Maximum bytes of a decompressed payload; only with `compression`", "载荷解压后的最大字节数；仅与 `compression` 同用");

    static final Setting<OnEmpty> ON_EMPTY = attribute("on-empty", Choice.of(OnEmpty.class))
            .like("ignore")
            .otherwise(
                    "`decode` where a message may have no bytes (`raw`, `protobuf`, `auto` with `descriptor`), "
                            + "else `ignore`",
                    "消息可以没有任何字节时（`raw`、`protobuf`、带 `descriptor` 的 `auto`）为 `decode`，否则为 `ignore`")
            .since("0.2.0")
            .doc("Treatment of messages without payload; not for `sparkplug`", "对没有载荷的消息的处理；不适用于 `sparkplug`")
            .word("ignore", "they have no rows and are counted", "不产生行，并计数")
            .word("decode", "they are read like any other payload", "与其他载荷一样读取");

    private Attributes() {}

    private static Charset charset(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (UnsupportedCharsetException e) {
            throw new IllegalArgumentException("is not a charset that this Java knows; write it like GB18030", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not the name of a charset; write it like GB18030", e);
        }
    }

    private static Character separator(String text) {
        if (text.equals("tab")) {
            return '\t';
        }
        if (text.length() != 1 || "\"\r\n".contains(text) || Character.isLetterOrDigit(text.charAt(0))) {
            throw new IllegalArgumentException("is not a separator: write one character like ; or the word tab");
        }
        return text.charAt(0);
    }

    private static List<String> names(String text) {
        var names = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (names.contains("")) {
            throw new IllegalArgumentException("has an empty name; write it like t,temp,hum");
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("has a name twice");
        }
        return names;
    }

    private static List<BinaryField> fields(String text) {
        var fields = Arrays.stream(text.split(",", -1)).map(BinaryField::parse).toList();
        var names = new HashSet<String>();
        for (var field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("has the field \"" + field.name() + "\" twice");
            }
        }
        return fields;
    }
}
