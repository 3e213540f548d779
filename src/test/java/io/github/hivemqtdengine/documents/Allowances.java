// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names that documents may have although the source tree does not, each with the reason. */
final class Allowances {

    /** Classes of the JDK and of libraries, with their full names. */
    static final List<String> CLASSES_OF_OTHERS = List.of(
            "com.google.protobuf.Any",
            "com.google.protobuf.Duration",
            "com.google.protobuf.DynamicMessage",
            "com.google.protobuf.Int64Value",
            "com.google.protobuf.ListValue",
            "com.google.protobuf.Struct",
            "com.google.protobuf.Timestamp",
            "com.hivemq.extension.sdk.api.auth.PublishAuthorizer",
            "java.io.RandomAccessFile",
            "org.apache.avro.Resolver",
            "org.apache.avro.file.DataFileStream",
            "org.apache.avro.generic.GenericDatumReader",
            "org.apache.avro.io.BinaryDecoder",
            "org.xerial.snappy.SnappyOutputStream");

    private final Map<String, String> reasons = new HashMap<>();

    private Allowances() {
        CLASSES_OF_OTHERS.forEach(type -> allow(type, type.substring(type.lastIndexOf('.') + 1)));
        allow("names that classes must not have", "Manager", "Util");
        allow("placeholders", "<key>");
        allow("keys that code assembles", "x.variant");
        allow("units, which code assembles from letters", "KiB", "MiB", "GiB");
        allow("messages of an example's schema", "plant.Reading", "plant.Report.Reading", "sensorId");
        allow("values and subtables of an example", "17.avsc", "m_7_", "env_hum__", "P1M2DT3.004S");
        allow(
                "a topic, and paths of its values",
                "plant/press-7",
                "plant.press-7",
                "plant.press-7.codes",
                "plant.press-7.oil.temp",
                "plant.press-7.on");
        allow("kinds of values of MessagePack and CBOR", "str", "undefined");
        allow("a boolean of the line protocol", "True");
        allow("a call of Protobuf's library", "writeDelimitedTo");
        allow("endings of Avro's logical types", "-micros", "-nanos");
        allow("datatypes and a property of Sparkplug B", "Int8", "Int64", "UInt8", "UInt64", "Quality");
        allow("another datatype of Sparkplug B", "DataSet");
        allow("reasons of HiveMQ, which come in lower case", "keep-alive-timeout");
        allow(
                "files that docker/passwords writes",
                "docker/.env",
                "docker/secrets/grafana-admin",
                "docker/secrets/tdengine-grafana",
                "docker/secrets/tdengine-mqtt");
        allow(
                "a file of version 0.1.0, volumes of its containers, and one of today's",
                "docker/config.xml",
                "docker_broker-data",
                "docker_grafana-data",
                "docker_tdengine-data",
                "hivemq-tdengine_broker-data");
        allow("a folder that .ci/release writes, and a file in it", "target/release", "notes.md");
        allow("a program that a test calls", "docker-compose");
        allow("a log line of HiveMQ", "Could not disable extension folder");
        allow("a file and a variable of HiveMQ", "heap-dump.hprof", "HIVEMQ_HEAPDUMP_FOLDER");
        allow("options of the JVM", "-XX:MaxRAMPercentage=50", "-XX:+CrashOnOutOfMemoryError");
        allow("a setting of Kubernetes", "terminationGracePeriodSeconds");
        allow("a mount option of Linux", "noexec");
        allow("properties of native libraries", "-Dorg.xerial.snappy.tempdir=...", "-DZstdTempFolder=...");
        allow("a switch of javac", "-Xlint:all");
        allow("switches of JMH", "-prof gc -f 2");
        allow("a folder that users make", "conf/schemas");
        allow("a file that users make", "conf/tdengine-password");
        allow(
                "earlier extensions, and their files",
                "TDengine.properties",
                "application.properties",
                "config.yml",
                "taosdata.properties",
                "tdengine.xml");
        allow(
                "settings of earlier extensions",
                "PayloadColumn",
                "app.charset",
                "app.setPayloadBase64",
                "db.username",
                "druid.url",
                "http.token",
                "http.url",
                "jdbc.url",
                "jdbc.username",
                "msg_coder",
                "payloadCoder",
                "restful.url",
                "sql.InsertSql",
                "sql.createMetricsSql",
                "sql.createTableSql",
                "sql.create_database",
                "sql.create_table",
                "sql.insert_table",
                "table.format",
                "table.name",
                "table.use",
                "topicColumn");
        allow("a file of HiveMQ and its elements", "conf/logback.xml", "<configuration>", "<logger>");
        allow(
                "elements and settings of HiveMQ Edge",
                "<mqtt-bridges>",
                "<mqtt-bridge>",
                "<remote-broker>",
                "<host>",
                "<forwarded-topics>",
                "<forwarded-topic>",
                "<filters>",
                "<max-qos>",
                "<queue-limit>",
                "<destination>",
                "<persist>",
                "queue-limit",
                "file-native",
                "maxQos");
        allow("an element of the extension of 2020", "<processor>");
        allow("options of the JVM", "-Xms2g -Xmx2g", "-Dfile.encoding=UTF-8");
        allow("a unit that HiveMQ ships", "bin/init-script/hivemq.service");
        allow("JaCoCo's report", "target/site/jacoco/index.html");
        allow(
                "fields, functions and settings of JSONata, EMQX and Telegraf",
                "env.t",
                "payload.env.t",
                "payload.id",
                "json_decode(payload.s)",
                "rfc3339_to_unix_ts(payload.t)",
                "topic_parsing",
                "json_v2.object",
                "json_v2.tag",
                "metricpass",
                "processors.enum",
                "processors.parser",
                "timestamp_path");
        allow("a command of Unix", "mv");
        allow(
                "words of TDengine and its driver",
                "GRANT",
                "REVOKE",
                "FILL",
                "FILL(NULL)",
                "STATE_WINDOW(val)",
                "timezone");
        allow(
                "log lines of TDengine's driver and of HikariCP",
                "WebSocket connect failed:",
                "connect failed to …",
                "disconnect uri: …",
                "… - Pool is empty, failed to create/setup connection (…)");
    }

    static Map<String, String> reasons() {
        return Map.copyOf(new Allowances().reasons);
    }

    private void allow(String reason, String... names) {
        for (var name : names) {
            if (reasons.put(name, reason) != null) {
                throw new IllegalStateException(name + " is allowed twice");
            }
        }
    }
}
