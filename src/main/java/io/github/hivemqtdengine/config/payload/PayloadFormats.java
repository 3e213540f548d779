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
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Payload formats. A new one needs one line here, and its reader. */
final class PayloadFormats {

    /** Attributes that select the records of payloads with fields. */
    static final Set<Setting<?>> SHAPE = Set.of(
            Attributes.ROWS, Attributes.ROWS_FROM, Attributes.PIVOT, Attributes.PIVOT_NAME, Attributes.PIVOT_VALUE);

    private static final List<FormatReader> DECLARED = List.of(
            new FormatReader("raw", Set.of(), TextFormats.ATTRIBUTES_OF_RAW, Set.of(), TextFormats::raw),
            withFields("json", Set.of(), TextFormats.ATTRIBUTES_OF_JSON, TextFormats::json),
            withFields(
                    "ndjson",
                    Set.of(
                            "application/x-ndjson",
                            "application/ndjson",
                            "application/jsonl",
                            "application/x-jsonlines"),
                    Set.of(Attributes.NON_FINITE),
                    (payload, schemas) -> Optional.of(new NdjsonFormat(TextFormats.nonFinite(payload)))),
            withFields("csv", Set.of("text/csv"), TextFormats.ATTRIBUTES_OF_CSV, TextFormats::csv),
            withFields(
                    "line-protocol",
                    Set.of("application/vnd.influx", "application/vnd.influx.line"),
                    TextFormats.ATTRIBUTES_OF_LINES,
                    TextFormats::lines),
            withSchema(
                    "avro",
                    Set.of("application/avro", "avro/binary", "application/vnd.apache.avro+binary"),
                    AvroReader.ATTRIBUTES,
                    AvroReader.SCHEMAS,
                    AvroReader::read),
            withSchema(
                    "protobuf",
                    Set.of("application/protobuf", "application/x-protobuf", "application/vnd.google.protobuf"),
                    ProtobufReader.ATTRIBUTES,
                    ProtobufReader.SCHEMAS,
                    ProtobufReader::read),
            withFields(
                    "cbor", Set.of("application/cbor"), Set.of(), (payload, schemas) -> Optional.of(new CborFormat())),
            withFields(
                    "msgpack",
                    Set.of("application/msgpack", "application/x-msgpack", "application/vnd.msgpack"),
                    Set.of(),
                    (payload, schemas) -> Optional.of(new MsgpackFormat())),
            withFields("binary", Set.of(), BinaryReader.ATTRIBUTES, BinaryReader::read),
            withFields("sparkplug", Set.of(), SparkplugReader.ATTRIBUTES, SparkplugReader::read));

    /** Formats of {@code format="auto"}, whose JSON has no frame. */
    private static final List<FormatReader> OF_AUTO = Stream.concat(
                    Stream.of(withFields(
                            "json",
                            Set.of("application/json", "text/json"),
                            Set.of(Attributes.NON_FINITE),
                            (payload, schemas) -> Optional.of(new JsonFormat(TextFormats.nonFinite(payload))))),
                    DECLARED.stream().filter(format -> !format.contentTypes().isEmpty()))
            .toList();

    private static final FormatReader AUTO = new FormatReader(
            "auto",
            Set.of(),
            OF_AUTO.stream().flatMap(format -> format.attributes().stream()).collect(Collectors.toUnmodifiableSet()),
            Set.of(),
            PayloadFormats::auto);

    private static final List<FormatReader> ALL =
            Stream.concat(DECLARED.stream(), Stream.of(AUTO)).toList();

    static final Setting<FormatReader> FORMAT = attribute("format", Choice.among(FormatReader::word, ALL))
            .like("json")
            .doc("Format of payloads; required, here or in `defaults`", "载荷的格式；必须写在这里或 `defaults` 中")
            .word("raw", "bytes, stored as one text", "字节，存为一段文本")
            .word("json", "JSON, whose fields become columns", "JSON，其字段成为列")
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
            .word("auto", "by the MQTT 5 content type, or JSON if there is none", "由 MQTT 5 的内容类型决定，没有则为 JSON");

    private PayloadFormats() {}

    private static FormatReader withFields(
            String word, Set<String> contentTypes, Set<Setting<?>> attributes, FormatReader.Maker maker) {
        return new FormatReader(word, contentTypes, union(SHAPE, attributes), Set.of(), maker);
    }

    private static FormatReader withSchema(
            String word,
            Set<String> contentTypes,
            Set<Setting<?>> attributes,
            Set<Setting<?>> schemas,
            FormatReader.Maker maker) {
        return new FormatReader(word, contentTypes, union(SHAPE, attributes), schemas, maker);
    }

    private static Set<Setting<?>> union(Set<Setting<?>> some, Set<Setting<?>> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
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
        rejectTheRest(payload);
        return Optional.of(new AutoFormat(formats, new JsonFormat(TextFormats.nonFinite(payload))));
    }

    /** Rejects attributes of formats whose schemas are not named. */
    private static void rejectTheRest(Section payload) {
        var known = OF_AUTO.stream()
                .filter(reader -> reader.isPartOfAuto(payload))
                .flatMap(reader -> reader.attributes().stream())
                .collect(Collectors.toSet());
        AUTO.attributes().stream()
                .filter(setting -> !known.contains(setting))
                .sorted(Comparator.comparing(Setting::name))
                .forEach(setting -> payload.value(setting)
                        .reject("means nothing in format=\"auto\" without schema, writer-schemas or descriptor, which"
                                + " say what it is for; containers of Avro need format=\"avro\""));
    }

    /** Returns the attributes of {@code <payload>} that belong to other formats only. */
    static Stream<Setting<?>> attributesOfOthers(FormatReader format) {
        return ALL.stream()
                .flatMap(other -> other.attributes().stream())
                .distinct()
                .filter(setting -> !format.attributes().contains(setting))
                .sorted(Comparator.comparing(Setting::name));
    }

    /**
     * Reader of one payload format from {@code <payload>}.
     *
     * @param word its name in the attribute {@code format}
     * @param contentTypes the media types by which {@code format="auto"} recognises it
     * @param attributes the further attributes of {@code <payload>} for this format
     * @param schemas the attributes that name its schemas; {@code format="auto"} then needs one of them for the format
     */
    record FormatReader(
            String word, Set<String> contentTypes, Set<Setting<?>> attributes, Set<Setting<?>> schemas, Maker maker) {

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
