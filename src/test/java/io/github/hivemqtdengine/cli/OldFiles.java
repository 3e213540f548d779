package io.github.hivemqtdengine.cli;

import java.util.List;

/** Files in the formats of earlier extensions, with values of our own. */
final class OldFiles {

    static final String PASSWORD = "s3cret&more";

    /** {@code tdengine.xml}: topic and payload in a plain table. */
    static final String PLAIN_TABLE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tdengine>
              <type>http</type>
              <ip>http://hall-db</ip>
              <port>16041</port>
              <username>collector</username>
              <password>s3cret&amp;more</password>
              <db>Hall</db>
              <table>Raw_Log</table>
              <topicColumn>from_topic</topicColumn>
              <PayloadColumn>Body</PayloadColumn>
              <maxlength>200</maxlength>
              <httpLock>true</httpLock>
            </tdengine>
            """;

    /** {@code config.yml}: the payload in a super table, everything else in tags. */
    static final String TAGS = """
            # one subtable for each client
            threadPool:
              core: 2
              queue: 900
            mode: JDBC
            url: "jdbc:TAOS://hall-db:6030/?timezone=UTC"
            username: collector
            password: 's3cret&more'
            database: Hall
            table:
              name: Device_Log
              use: CLIENT_ID
              format: FIXED # or MD5
            payloadCoder: BASE64
            timeout: 8000
            maxConnections: 6
            """;

    /** {@code taosdata.properties}: fields of JSON from one topic. */
    static final String JSON_FIELDS = """
            mode=http
            msg_coder=json
            mqtt_topic=hall/ovens
            sql.create_database=create database if not exists Hall;
            sql.create_table=create table if not exists Hall.ovens (ts timestamp, heat float, door bool, \\
              label nchar(20)) TAGS (oven int, site binary(16));
            sql.insert_table=insert into Hall.oven_${payload.oven} using Hall.ovens TAGS (${payload.oven}, 'north') \\
              VALUES (${payload.ts}, ${payload.heat}, ${payload.door}, 'no. ${payload.label}');
            http.url=http://hall-db:6041/rest/sql/
            http.token=collector:s3cret&more
            jdbc.pool.init=1
            """;

    /** {@code taosdata.properties}: topic and payload of one topic in a plain table. */
    static final String BASE64_LOG = """
            mode=jdbc
            msg_coder=base64
            mqtt_topic=hall/raw
            sql.create_database=create database if not exists hall;
            sql.create_table=create table if not exists hall.log (ts timestamp, topic nchar(99), payload nchar(999));
            sql.insert_table=insert into hall.log VALUES (now, '${topic}', '${payload}');
            jdbc.driverClass=com.taosdata.jdbc.TSDBDriver
            jdbc.url=jdbc:TAOS://hall-db:6030/log
            jdbc.username=collector
            jdbc.password=s3cret&more
            jdbc.pool.maxActive=9
            jdbc.testSql=select server_status();
            """;

    /** {@code TDengine.properties}: a super table with a subtable of each client. */
    static final String CLIENTS = """
            host: hall-db
            port:6041
            user: collector
            password:s3cret&more
            prefix:device_msg
            database:Hall
            reportingInterval:1
            connectTimeout:4000
            """;

    /** {@code application.properties}: SQL of a super table with a subtable of each client. */
    static final String BRIDGE = """
            app.driver=jdbc
            app.setPayloadBase64=false
            app.charset=gbk
            db.username=collector
            db.password=s3cret&more
            sql.createMetricsSql=create table if not exists Hall.bridged (ts timestamp, topic binary(100), \\
              payload binary(300), qos int, clientId binary(50)) tags (groupId int)
            sql.createTableSql=create table if not exists Hall.c_{simplifyClientId} using Hall.bridged tags(7)
            sql.InsertSql=insert into Hall.c_{simplifyClientId} values({timestamp}, ''{topic}'' , ''{payload}'' , \\
              {qos} , ''{clientId}'')
            restful.url=http://hall-db:6041/rest/sql
            druid.url=jdbc:TAOS://hall-db:6030/hall
            druid.initialSize=5
            """;

    private OldFiles() {}

    static List<String> all() {
        return List.of(PLAIN_TABLE, TAGS, JSON_FIELDS, BASE64_LOG, CLIENTS, BRIDGE);
    }
}
