// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static io.github.hivemqtdengine.config.xml.Setting.attribute;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.decode.AutoFormat;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.namespace.NamespaceFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Payload formats. A new one needs one line here, and its reader. */
final class PayloadFormats {

    private static final List<FormatReader> DECLARED = List.of(
            plain("raw", PlainFormats::raw),
            plain("json", PlainFormats::json),
            plain(
                    "ndjson",
                    PlainFormats::ndjson,
                    "application/x-ndjson",
                    "application/ndjson",
                    "application/jsonl",
                    "application/x-jsonlines"),
            plain("csv", PlainFormats::csv, "text/csv"),
            plain("line-protocol", PlainFormats::lines, "application/vnd.influx", "application/vnd.influx.line"),
            new FormatReader(
                    "avro",
                    Set.of("application/avro", "avro/binary", "application/vnd.apache.avro+binary"),
                    AvroReader.SCHEMAS,
                    AvroReader::read),
            new FormatReader(
                    "protobuf",
                    Set.of("application/protobuf", "application/x-protobuf", "application/vnd.google.protobuf"),
                    ProtobufReader.SCHEMAS,
                    ProtobufReader::read),
            plain("cbor", (payload, schemas) -> Optional.of(new CborFormat()), "application/cbor"),
            plain(
                    "msgpack",
                    (payload, schemas) -> Optional.of(new MsgpackFormat()),
                    "application/msgpack",
                    "application/x-msgpack",
                    "application/vnd.msgpack"),
            plain("binary", PlainFormats::binary),
            plain("sparkplug", SparkplugReader::read),
            plain("namespace", (payload, schemas) -> Optional.of(new NamespaceFormat())));

    /** Formats of {@code format="auto"}, whose JSON has no frame. */
    private static final List<FormatReader> OF_AUTO = Stream.concat(
                    Stream.of(plain(
                            "json",
                            (payload, schemas) -> Optional.of(new JsonFormat(PlainFormats.nonFinite(payload))),
                            "application/json",
                            "text/json")),
                    DECLARED.stream().filter(format -> !format.contentTypes().isEmpty()))
            .toList();

    private static final List<FormatReader> ALL = Stream.concat(
                    DECLARED.stream(), Stream.of(plain("auto", PayloadFormats::auto)))
            .toList();

    static final Setting<FormatReader> FORMAT = attribute("format", Choice.among(FormatReader::word, ALL))
            .like("json")
            .doc("Format of payloads; required, here or in `defaults`", "载荷的格式；必须写在这里或 `defaults` 中")
            .word("raw", "bytes, stored as one text", "字节，存为一段文本")
            .word("ndjson", "one JSON value per line", "每行一个 JSON 值")
            .word("csv", "lines of values", "由值组成的行")
            .word("line-protocol", "lines of InfluxDB and Telegraf", "InfluxDB 和 Telegraf 的行协议")
            .word("binary", "fields at fixed positions", "位置固定的字段")
            .word("avro", "by schema files or a registry", "按模式文件或注册中心读取")
            .word("protobuf", "messages of a type in a descriptor set, or by a registry", "描述符集中某个类型的消息，或按注册中心读取")
            .word(
                    "sparkplug",
                    "Sparkplug B; without a table the route stores all metrics and states",
                    "Sparkplug B；没有表的路由存储所有指标和状态")
            .word(
                    "namespace",
                    "anything, as named values; without a table the route stores all of them by type",
                    "任意内容，读作带名称的值；没有表的路由按类型存储所有值")
            .word("auto", "by the MQTT 5 content type, or JSON if there is none", "由 MQTT 5 的内容类型决定，没有则为 JSON");

    private PayloadFormats() {}

    private static FormatReader plain(String word, FormatReader.Maker maker, String... contentTypes) {
        return new FormatReader(word, Set.of(contentTypes), Set.of(), maker);
    }

    private static Optional<PayloadFormat> auto(Section payload, SchemaFiles schemas) {
        var formats = new HashMap<String, PayloadFormat>();
        for (var reader : OF_AUTO) {
            if (reader.isPartOfAuto(payload)) {
                reader.maker()
                        .make(payload, schemas)
                        .ifPresent(format -> reader.contentTypes().forEach(type -> formats.put(type, format)));
            }
        }
        return Optional.of(new AutoFormat(formats, new JsonFormat(PlainFormats.nonFinite(payload))));
    }

    /**
     * Reader of one payload format from {@code <payload>}.
     *
     * @param word its name in the attribute {@code format}
     * @param contentTypes the media types by which {@code format="auto"} recognises it
     * @param schemas the attributes that name its schemas; {@code format="auto"} then needs one of them for the format
     */
    record FormatReader(String word, Set<String> contentTypes, Set<Setting<?>> schemas, Maker maker) {

        /** Creates a format from {@code <payload>}. */
        @FunctionalInterface
        interface Maker {

            /**
             * Returns the format; empty if it has a problem, which is reported.
             *
             * @param schemas the schema files of payloads
             */
            Optional<? extends PayloadFormat> make(Section payload, SchemaFiles schemas);
        }

        /** Returns whether {@code format="auto"} includes the format, because its schemas are named if it has any. */
        boolean isPartOfAuto(Section payload) {
            return schemas.isEmpty()
                    || schemas.stream()
                            .anyMatch(setting -> payload.value(setting).isPresent());
        }
    }
}
