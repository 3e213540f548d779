// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;
import static io.github.hivemqtdengine.config.xml.Setting.attribute;
import static io.github.hivemqtdengine.config.xml.Setting.text;
import static io.github.hivemqtdengine.config.xml.Setting.texts;

import io.github.hivemqtdengine.config.payload.PayloadReader;
import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Form.Facet;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Declaration of {@code <routes>} and {@code <defaults>}. */
final class Routes {

    private static final Form<MessageSource> SOURCE_WORD = Choice.of(MessageSource.class);

    private static final Form<Set<MessageSource>> SOURCES = new Form<>(
            "sources",
            Routes::sources,
            sources -> sources.stream().map(Choice::word).collect(Collectors.joining(", ")),
            "xs:token",
            Stream.concat(
                            SOURCE_WORD.facets().stream(),
                            Stream.of(new Facet("pattern", "publishes ?, ?last-wills|last-wills ?, ?publishes")))
                    .toList(),
            new Doc(
                    SOURCE_WORD.range().english() + "; several with commas between them",
                    SOURCE_WORD.range().chinese() + "；多个以逗号分隔"));

    private static final Form<TopicFilter> TOPIC_FILTER =
            Form.text("filter", TopicFilter::parse, "topic filter", "主题过滤器").matching(".+");
    private static final Form<BigDecimal> RATE = Quantities.rate("0.001", "1000000");
    private static final Form<Integer> BURSTS = Quantities.wholeNumber(1, 1_000_000);

    static final Setting<String> ID = text("id", Names.OF_ID)
            .required()
            .like("meters")
            .doc("Name of the route in metrics, logs and dead letters", "路由在指标、日志和死信中的名称");

    static final Setting<String> DATABASE_ID = text(
                    "database-id", Form.text("id of a database", "数据库的 id").matching(Names.ID_PATTERN))
            .like("plant")
            .otherwise("the only database", "唯一的数据库")
            .doc("Database that rows are written to; required if there are several databases", "行写入的数据库；有多个数据库时必填");

    static final Setting<Set<MessageSource>> SOURCE = text("source", SOURCES)
            .or(Set.of(MessageSource.PUBLISHES))
            .doc("Sources of the route's messages", "路由的消息来源")
            .word("publishes", "messages that clients publish", "客户端发布的消息")
            .word(
                    "last-wills",
                    "wills that the broker publishes for clients that it has lost",
                    "Broker 为失去连接的客户端发布的遗嘱消息")
            .word("client-events", "connections that begin and end", "连接的开始和结束");

    static final Setting<Retained> RETAINED = text("retained-messages", Choice.of(Retained.class))
            .or(Retained.IGNORE)
            .since("0.2.0")
            .doc(
                    "Retained messages of the broker when the route starts; only with the source `publishes`",
                    "路由启动时 Broker 的保留消息；仅与来源 `publishes` 同用")
            .word("ignore", "they are not stored", "不存储")
            .word("at-start", "those that match are stored once", "存储一次匹配的消息");

    static final Setting<BigDecimal> PER_SECOND = attribute("per-second", RATE)
            .like("5000")
            .doc(
                    "Messages per second from all clients together; this or `client-per-second` is required",
                    "每秒从所有客户端合计接收的消息数；与 `client-per-second` 至少写一个");

    static final Setting<Integer> BURST = attribute("burst", BURSTS)
            .like("10000")
            .otherwise("the messages of one second", "一秒的消息数")
            .doc(
                    "Messages that may arrive at once after a pause; only with `per-second`",
                    "停顿之后可以同时到达的消息数；仅与 `per-second` 同用");

    static final Setting<BigDecimal> CLIENT_PER_SECOND = attribute("client-per-second", RATE)
            .like("10")
            .doc("Messages per second from each client", "每秒从每个客户端接收的消息数");

    static final Setting<Integer> CLIENT_BURST = attribute("client-burst", BURSTS)
            .like("100")
            .otherwise("the messages of one second", "一秒的消息数")
            .doc(
                    "Messages of a client that may arrive at once after a pause; only with `client-per-second`",
                    "一个客户端在停顿之后可以同时到达的消息数；仅与 `client-per-second` 同用");

    static final Setting<Overflow> RATE_OVERFLOW = attribute(
                    "overflow", Choice.of(EnumSet.of(Overflow.DROP_NEWEST, Overflow.WITHHOLD_ACK)))
            .like("drop-newest")
            .otherwise("that of `delivery`", "与 `delivery` 中相同")
            .doc(
                    "Treatment of messages above a limit; required if `delivery` has `drop-oldest`",
                    "对超过上限的消息的处理；`delivery` 为 `drop-oldest` 时必填")
            .word("drop-newest", "they are dropped, counted and acknowledged", "丢弃、计数并确认")
            .word(
                    "withhold-ack",
                    "messages with QoS 1 and 2 are stored, and their acknowledgements are delayed; only with the source `publishes`",
                    "存储 QoS 1 和 2 的消息，其确认被推迟；仅用于来源为 `publishes` 时");

    static final ElementType RATE_LIMIT = element(
                    "rate-limit",
                    "Limits of the rate at which the route accepts messages",
                    "路由接收消息的速率上限",
                    PER_SECOND,
                    BURST,
                    CLIENT_PER_SECOND,
                    CLIENT_BURST,
                    RATE_OVERFLOW)
            .since("0.2.0");

    static final Setting<Duration> SILENCE = text("silence", Quantities.duration("10 s", "365 d"))
            .like("5 min")
            .since("0.2.0")
            .doc(
                    "Time without a message after which `status` and the topic of the status say that the route is silent",
                    "没有消息达到此时间后，`status` 和状态主题会报告该路由静默");

    static final Setting<String> SILENCE_KEY = text("silence-key", Form.text("name", "名称"))
            .like("press")
            .since("0.2.0")
            .doc(
                    "Named topic level, each value of which is silent for itself once it has published; only with `silence`",
                    "具名的主题级；其每个值发布过之后各自计算静默；仅与 `silence` 同用");

    static final Setting<TopicFilter> FILTER = texts("mqtt-topic-filter", TOPIC_FILTER)
            .like("plant/{site}/meter/{meter}")
            .doc(
                    "Topic filter: `{name}` matches one level, as `+` does, for `${mqtt-topic:name}`",
                    "主题过滤器：`{name}` 与 `+` 一样匹配一级，以 `${mqtt-topic:name}` 引用")
            .required();

    static final Setting<TopicFilter> EXCLUDE = texts("exclude", TOPIC_FILTER)
            .like("plant/test/#")
            .doc("Topics that match a filter of the route, but are not stored", "符合路由的过滤器但不存储的主题");

    static final ElementType FILTERS = element(
            "mqtt-topic-filters",
            "Topics that the route stores; required, but not for `client-events`, nor for `sparkplug` without a table",
            "路由存储的主题；必填，但 `client-events` 和没有表的 `sparkplug` 路由除外",
            FILTER,
            EXCLUDE);

    static final Setting<String> STATEMENT = text(
                    "statement-template", Form.template("SQL with placeholders", "带占位符的 SQL"))
            .like("INSERT INTO meters (tbname, ts, v) VALUES (${mqtt-topic:meter}, ${arrival-time}, ${payload:/v})")
            .doc(
                    "SQL of your own instead of tables; each `${...}` is a value, without quotes",
                    "代替表的自定义 SQL；每个 `${...}` 是一个值，不加引号");

    static final Setting<OnError> ON_DECODE = attribute("decode", Tables.FOR_ROWS)
            .or(OnError.DEAD_LETTER)
            .doc("Treatment of a payload that is not of the format", "对不符合格式的载荷的处理")
            .word(
                    "skip-row",
                    "in lists of records, an unreadable record is left out; in other formats as `dead-letter`",
                    "在记录列表中，略去无法读取的记录；在其他格式中同 `dead-letter`");

    static final Setting<OnError> ON_MISSING = attribute("missing", Tables.FOR_VALUES)
            .or(OnError.DEAD_LETTER)
            .doc("Treatment of a missing value without a default", "对缺失且没有默认值的值的处理")
            .word("dead-letter", "the message becomes a dead letter", "消息成为死信")
            .word("drop", "the message is dropped and counted", "丢弃消息并计数")
            .word("skip-row", "the row is left out", "略去该行")
            .word("null", "NULL is stored", "写入 NULL")
            .word("default", "the default of the column, else NULL, is stored", "写入列的默认值，没有默认值则写入 NULL");

    static final Setting<OnError> ON_MISMATCH = attribute("type-mismatch", Tables.FOR_VALUES)
            .or(OnError.DEAD_LETTER)
            .doc("Treatment of a value that does not fit its type", "对不符合类型的值的处理");

    static final Setting<OnError> ON_LENGTH = attribute("length", Tables.FOR_LENGTHS)
            .like("dead-letter")
            .otherwise("as `type-mismatch` says", "以 `type-mismatch` 为准")
            .doc("Treatment of text or bytes that are too long for the column", "对超出列长度的文本或字节的处理");

    static final Setting<OnError> ON_RANGE = attribute("range", Tables.FOR_VALUES)
            .like("dead-letter")
            .otherwise("as `type-mismatch` says", "以 `type-mismatch` 为准")
            .doc(
                    "Treatment of a number or time outside the range of the type; by default `null` in automatic columns",
                    "对超出类型范围的数字或时间的处理；自动列默认为 `null`");

    static final Setting<OnError> ON_NAME = attribute("name", Tables.FOR_ROWS)
            .or(OnError.DEAD_LETTER)
            .doc(
                    "Treatment of a subtable name without a value, refused names of super tables, and tags that cannot be stored",
                    "对缺少值的子表名、被拒绝的超级表名以及无法存储的标签的处理");

    static final ElementType ON_ERROR = element(
            "on-error",
            "Treatment of unexpected messages",
            "对不符合预期的消息的处理",
            ON_DECODE,
            ON_MISSING,
            ON_MISMATCH,
            ON_LENGTH,
            ON_RANGE,
            ON_NAME);

    static final ElementType ROUTE = element(
                    "route",
                    "One mapping from topics to tables",
                    "从主题到表的一个映射",
                    ID,
                    DATABASE_ID,
                    SOURCE,
                    RETAINED,
                    RATE_LIMIT,
                    SILENCE,
                    SILENCE_KEY,
                    FILTERS,
                    PayloadReader.PAYLOAD,
                    Tables.TABLE,
                    STATEMENT,
                    ON_ERROR)
            .repeated();

    static final Setting<String> INCLUDE = texts("include", Form.text("file or pattern", "文件或模式"))
            .like("routes/*.xml")
            .doc(
                    "Files with further routes: `routes/meters.xml`, or `routes/*.xml`",
                    "包含其他路由的文件：`routes/meters.xml`，或 `routes/*.xml`");

    static final ElementType ROUTES = element("routes", "Mapping from messages to rows", "从消息到行的映射", INCLUDE, ROUTE)
            .required();

    private static final ElementType DEFAULT_TABLE = element(
            "table",
            "Settings that tables have in common",
            "各表共有的设置",
            Tables.ON_TAG_CHANGE.inherited(),
            Tables.TIMESTAMP.inherited());

    static final ElementType DEFAULTS = element(
            "defaults",
            "Settings that routes inherit",
            "供路由继承的设置",
            DATABASE_ID.inherited(),
            PayloadReader.PAYLOAD.inherited(),
            DEFAULT_TABLE,
            ON_ERROR.inherited());

    private Routes() {}

    /** Parses a list of sources, separated by commas. */
    private static Set<MessageSource> sources(String text) {
        var sources = EnumSet.noneOf(MessageSource.class);
        for (var word : text.split(",", -1)) {
            if (!sources.add(SOURCE_WORD.apply(word))) {
                throw new IllegalArgumentException("names " + word.strip() + " twice");
            }
        }
        if (sources.size() > 1 && !ownFilters(sources).isEmpty()) {
            throw new IllegalArgumentException("combines client-events, which have topics of their own, with another"
                    + " source; write a route of its own for them");
        }
        return sources;
    }

    /** Returns the filters that sources have in place of those of their route. */
    static List<TopicFilter> ownFilters(Set<MessageSource> sources) {
        return sources.stream().flatMap(source -> source.ownFilters().stream()).toList();
    }
}
