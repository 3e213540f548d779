// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;
import static io.github.hivemqtdengine.config.xml.Setting.attribute;
import static io.github.hivemqtdengine.config.xml.Setting.text;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;
import java.util.List;

/** Declaration of {@code <databases>}. */
final class Databases {

    private static final Form<String> URL = Form.text("URL", "URL").matching("jdbc:(TAOS-WS|postgresql)://.+");
    private static final Form<String> SECRET = Form.text("text, may be empty", "文本，可以为空");
    private static final Form<Duration> TIMEOUT = Quantities.duration("250 ms", "10 min");
    private static final Form<DatabaseOptions> DATABASE_OPTIONS = Form.text(
                    "options", DatabaseOptions::parse, "names and values", "名称和值")
            .matching("[A-Za-z][A-Za-z0-9_]* [A-Za-z0-9_,\\-]+( [A-Za-z][A-Za-z0-9_]* [A-Za-z0-9_,\\-]+)*");

    static final Setting<String> ID = text("id", Names.OF_ID)
            .required()
            .like("plant")
            .doc("Name by which routes refer to the database", "供路由引用的名称");

    static final Setting<String> JDBC_URL = text("jdbc-url", URL)
            .required()
            .like("jdbc:TAOS-WS://localhost:6041")
            .doc(
                    "URL without user and password: `jdbc:TAOS-WS://host:6041` for TDengine, the port of "
                            + "taosAdapter, also several hosts with commas between them; "
                            + "`jdbc:postgresql://host:8812/qdb` for QuestDB",
                    "不含用户名和密码的 URL：TDengine 为 `jdbc:TAOS-WS://host:6041`，即 taosAdapter 的端口，多个主机用逗号分隔；QuestDB 为 "
                            + "`jdbc:postgresql://host:8812/qdb`");

    static final Setting<String> USERNAME = text("username", Form.text("text", Names::any, "text", "文本"))
            .like("root")
            .otherwise("required without `token`", "没有 `token` 时必填")
            .doc("User name", "用户名");

    static final Setting<String> PASSWORD = text("password", SECRET)
            .like("taosdata")
            .otherwise("required without `token`", "没有 `token` 时必填")
            .doc(
                    "Password, which is never logged; `${FILE:/run/secrets/name}` keeps it out of the file",
                    "密码，绝不会写入日志；用 `${FILE:/run/secrets/name}` 可以不写在文件中");

    static final Setting<String> TOKEN = text("token", Form.text("text", Names::any, "text", "文本"))
            .like("${ENV:TDENGINE_TOKEN}")
            .doc(
                    "Token of a TDengine Cloud instance, instead of user and password, never logged; needs `tls`",
                    "TDengine Cloud 实例的令牌，代替用户名和密码，绝不会写入日志；必须同时使用 `tls`");

    static final Setting<String> CA_FILE = attribute("ca-file", Form.text("file", "文件"))
            .like("ca.pem")
            .doc(
                    "Certificates in PEM or DER form that are trusted instead of the JVM's",
                    "PEM 或 DER 格式的受信任证书，代替 JVM 自带的证书");

    static final Setting<Boolean> CHECK_HOST = attribute("check-host", Choice.TRUTH)
            .or(true)
            .doc("Requires a server certificate that is issued to the host of the URL", "要求服务器证书签发给 URL 中的主机");

    static final ElementType TLS = element(
            "tls",
            "Encryption of the connection to TDengine; for QuestDB, use the URL parameters of PostgreSQL's driver",
            "与 TDengine 的连接的加密；对于 QuestDB，请使用 PostgreSQL 驱动的 URL 参数",
            CA_FILE,
            CHECK_HOST);

    static final Setting<String> COMPRESSION = text("compression", Choice.words("none", "deflate"))
            .or("none")
            .doc("Compression of the data sent to TDengine, for slow networks", "发送给 TDengine 的数据的压缩方式，用于较慢的网络");

    static final Setting<String> NAME = text("name", Names.OF_DATABASE)
            .like("mqtt")
            .otherwise("required for TDengine", "使用 TDengine 时必填")
            .doc("Name of the database inside the server; QuestDB has only one", "服务器中的数据库名；QuestDB 只有一个数据库");

    static final Setting<SchemaMode> SCHEMA = text("schema", Choice.of(SchemaMode.class))
            .or(SchemaSettings.DEFAULT.mode())
            .doc("Objects that the extension may create", "允许扩展创建的对象")
            .word("off", "subtables only", "仅子表")
            .word("create", "a missing database, super tables and subtables", "缺少的数据库、超级表和子表")
            .word("evolve", "also missing columns and tags, and wider text columns", "另外添加缺少的列和标签，并加宽文本列");

    static final Setting<Precision> PRECISION = text(
                    "precision", Choice.among(Precision::unit, List.of(Precision.values())))
            .or(SchemaSettings.DEFAULT.precision())
            .doc("Timestamp precision of a database that the extension creates", "由扩展创建的数据库的时间戳精度");

    static final Setting<Duration> KEEP = attribute("keep", Quantities.duration("1 d", "365000 d"))
            .like("365 d")
            .doc(
                    "Retention of rows, counted from their time, in whole minutes; at least 3 times "
                            + "`DURATION`, and with `ns` up to 106580 d",
                    "行的保留时间，从行的时间起算，按整分钟计；至少为 `DURATION` 的 3 倍，精度为 `ns` 时最多 106580 d");

    static final Setting<Integer> REPLICA = attribute("replica", Quantities.wholeNumber(1, 3))
            .like("1")
            .doc(
                    "Number of copies of each row; 3 needs three dnodes, 2 needs TDengine Enterprise",
                    "每行的副本数；3 需要三个 dnode，2 需要 TDengine 企业版");

    static final Setting<Integer> VGROUPS = attribute("vgroups", Quantities.wholeNumber(1, 1_024))
            .like("4")
            .doc("Number of vgroups; each writes with its own thread", "vgroup 的数量；每个 vgroup 使用自己的写线程");

    static final Setting<Integer> WAL_LEVEL = attribute("wal-level", Quantities.wholeNumber(0, 2))
            .like("2")
            .doc(
                    "Write-ahead log: 0 none (one replica only), 1 written, 2 written and forced to disk",
                    "预写日志：0 不写（仅限单副本），1 写入，2 写入并强制落盘");

    static final Setting<Duration> WAL_FSYNC_PERIOD = attribute(
                    "wal-fsync-period", Quantities.duration("0 ms", "180 s"))
            .like("3 s")
            .doc(
                    "Interval at which a log of level 2 is forced to disk; 0 ms: before every acknowledgement",
                    "级别 2 的日志强制落盘的间隔；0 ms：每次确认之前落盘");

    static final Setting<DatabaseOptions> OPTIONS = attribute("options", DATABASE_OPTIONS)
            .like("BUFFER 256 CACHEMODEL both")
            .doc("Further options of `CREATE DATABASE` without quotes", "`CREATE DATABASE` 的其他参数，不加引号");

    static final ElementType NEW_DATABASE = element(
            "new-database",
            "Further options of a database that the extension creates; TDengine only",
            "由扩展创建的数据库的其他参数；仅用于 TDengine",
            KEEP,
            REPLICA,
            VGROUPS,
            WAL_LEVEL,
            WAL_FSYNC_PERIOD,
            OPTIONS);

    static final Setting<WriteEngine> WRITE_ENGINE = text("write-engine", Choice.of(WriteEngine.class))
            .or(DatabaseSettings.DEFAULT_ENGINE)
            .doc("Method of writing rows to TDengine", "写入 TDengine 的方式")
            .word("sql", "text of INSERT statements", "INSERT 语句的文本")
            .word(
                    "statement",
                    "prepared statements, but not for tables with DECIMAL, GEOMETRY or JSON",
                    "预编译语句，但含 DECIMAL、GEOMETRY 或 JSON 的表除外")
            .word(
                    "auto",
                    "`statement` for 1,000 rows of a table or more, and for values that no SQL literal can hold, else `sql`",
                    "同一张表达到 1,000 行时，以及含有 SQL 字面量无法容纳的值时用 `statement`，否则用 `sql`");

    static final Setting<Duration> CONNECT_TIMEOUT = text("connect-timeout", TIMEOUT)
            .or(ConnectionSettings.CONNECT_TIMEOUT)
            .doc("Time limit for connecting", "建立连接的时限");

    static final Setting<Duration> REQUEST_TIMEOUT = text("request-timeout", TIMEOUT)
            .or(ConnectionSettings.REQUEST_TIMEOUT)
            .doc("Time limit for one request to the database; a batch may need several", "单次数据库请求的时限；一个批次可能需要多次请求");

    static final ElementType DATABASE = element(
                    "database",
                    "One database",
                    "一个数据库",
                    ID,
                    JDBC_URL,
                    USERNAME,
                    PASSWORD,
                    TOKEN,
                    TLS,
                    COMPRESSION,
                    NAME,
                    SCHEMA,
                    PRECISION,
                    NEW_DATABASE,
                    WRITE_ENGINE,
                    CONNECT_TIMEOUT,
                    REQUEST_TIMEOUT)
            .required()
            .repeated();

    static final ElementType DATABASES = element(
                    "databases", "Databases that rows are written to", "写入的目标数据库", DATABASE)
            .required();

    private Databases() {}
}
