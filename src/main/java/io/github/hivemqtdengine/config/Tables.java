// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;
import static io.github.hivemqtdengine.config.xml.Setting.attribute;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Declaration of {@code <table>}. */
final class Tables {

    private static final Form<String> TEMPLATE = Form.template("template", "模板");
    private static final Form<String> DECLARED_OR_AUTO = Choice.words("declared", "auto");
    private static final Form<Duration> INTERVAL = Quantities.duration("1 ms", "365 d");
    private static final Form<String> POINTER =
            Names.pointer("write it like /data, or leave it out for all fields of the record");

    /** What an editor offers: all types, those with a length with an example of it. */
    private static final List<String> TYPES = Stream.concat(
                    Stream.of("BINARY(64)"),
                    Arrays.stream(ColumnType.Kind.values()).map(ColumnType.Kind::example))
            .toList();

    /** Actions for parts that a row can't be without. */
    static final Form<OnError> FOR_ROWS = Choice.of(EnumSet.of(OnError.DEAD_LETTER, OnError.DROP, OnError.SKIP_ROW));

    /** Actions for values that may be replaced. */
    static final Form<OnError> FOR_VALUES = Choice.of(EnumSet.complementOf(EnumSet.of(OnError.TRUNCATE)));

    /** Actions for values that are too long. */
    static final Form<OnError> FOR_LENGTHS = Choice.of(OnError.class);

    static final Setting<String> SUPER_TABLE = attribute(
                    "super-table", Form.template("name, at most 192 bytes, or template", "名称，最长 192 字节，或模板"))
            .required()
            .like("meters")
            .doc(
                    "Super table, in QuestDB a plain table; by a template such as `lp_${payload:/measurement}` each record names its table",
                    "超级表，在 QuestDB 中是普通表；使用 `lp_${payload:/measurement}` 这样的模板时，由每条记录命名其表");

    static final Setting<Integer> TABLES = attribute("tables", Quantities.wholeNumber(1, 1_000))
            .or(100)
            .since("0.2.0")
            .doc("Maximum number of super tables that records name; only with a template", "由记录命名的超级表的最大数量；仅与模板同用");

    static final Setting<String> SUB_TABLE = attribute("sub-table", TEMPLATE)
            .required()
            .like("m_${mqtt-topic:meter}")
            .doc(
                    "Name of the subtable, such as `m_${mqtt-topic:meter}`; in TDengine, different super tables of a database need different names",
                    "子表的名称，例如 `m_${mqtt-topic:meter}`；在 TDengine 中，同一数据库的不同超级表需要不同的名称");

    static final Setting<Integer> MAX_SUB_TABLES = attribute("max-sub-tables", Quantities.wholeNumber(1, 1_000_000))
            .since("0.2.0")
            .otherwise("no limit", "无限制")
            .like("100000")
            .doc(
                    "Maximum number of subtables since the start or the last change of the route; rows of one more are treated as `on-error name` says",
                    "自启动或路由上次更改以来子表的最大数量；超出的子表的行按 `on-error name` 处理");

    static final Setting<String> WHERE = attribute("where", Form.template("condition", "条件"))
            .like("payload:/v > 0")
            .doc(
                    "Condition for records that become rows of this table, such as `payload:/v > 0`",
                    "记录成为此表的行的条件，例如 `payload:/v > 0`");

    static final Setting<String> COLUMNS = attribute("columns", DECLARED_OR_AUTO)
            .or("declared")
            .doc("Columns of the table", "表的列")
            .word("declared", "those listed here", "此处列出的列")
            .word(
                    "auto",
                    "fields of the payload become columns, too; needs a database with `schema` `evolve`",
                    "载荷中的字段也自动成为列；数据库的 `schema` 须为 `evolve`");

    static final Setting<String> TAGS = attribute("tags", DECLARED_OR_AUTO)
            .or("declared")
            .since("0.2.0")
            .doc("Tags of the table", "表的标签")
            .word("declared", "those listed here", "此处列出的标签")
            .word(
                    "auto",
                    "fields of the payload become tags, too; only with `columns=\"auto\"`",
                    "载荷中的字段也自动成为标签；仅与 `columns=\"auto\"` 同用");

    static final Setting<Boolean> ONLY_ON_CHANGE = attribute("only-on-change", Choice.TRUTH)
            .or(false)
            .doc(
                    "Stores a row only if a column differs from the previous stored row of its subtable",
                    "只有某一列与同一子表上次存储的行不同时，才存储该行");

    static final Setting<Duration> MIN_INTERVAL = attribute("min-interval", INTERVAL)
            .like("1 s")
            .doc(
                    "Minimum interval between two stored rows of a subtable, by their timestamps",
                    "按时间戳计，同一子表两次存储的行的最小间隔");

    static final Setting<Duration> MAX_INTERVAL = attribute("max-interval", INTERVAL)
            .like("1 h")
            .doc(
                    "Interval after which a row is stored even without a change; only with `only-on-change`",
                    "超过此间隔后，即使没有变化也存储；仅与 `only-on-change` 同用");

    static final Setting<OnTagChange> ON_TAG_CHANGE = attribute("on-tag-change", Choice.of(OnTagChange.class))
            .like("ignore")
            .otherwise("`ignore`; with `tags=\"auto\"` `new-subtable`", "`ignore`；使用 `tags=\"auto\"` 时为 `new-subtable`")
            .doc("Treatment of rows with other tags than their subtable", "对标签与子表不同的行的处理")
            .word("ignore", "the subtable keeps its tags", "子表保留原有标签")
            .word("alter", "the subtable gets the new ones; TDengine only", "子表改用新标签；仅用于 TDengine")
            .word(
                    "new-subtable",
                    "the rows go to a subtable of their own, whose name ends with a hash of the tags",
                    "行写入单独的子表，其名称以标签的散列结尾");

    static final Setting<String> TIMESTAMP_NAME =
            attribute("name", Names.OF_COLUMN).or("ts").doc("Name of the column", "列名");

    static final Setting<String> TIMESTAMP_VALUE = attribute("value", TEMPLATE)
            .or("${arrival-time}")
            .doc("Source of the time, such as `${payload:/time}`", "时间的来源，例如 `${payload:/time}`");

    static final Setting<TimestampUnit> UNIT = attribute(
                    "unit", Choice.among(TimestampUnit::word, List.of(TimestampUnit.values())))
            .or(TimestampUnit.MILLISECONDS)
            .doc(
                    "Unit of the time in the message, since 1970, or ISO 8601 with an offset or `Z`",
                    "消息中时间的单位，自 1970 年起，或带时区偏移或 `Z` 的 ISO 8601");

    static final Setting<EqualTimestamps> ON_EQUAL = attribute("on-equal", Choice.of(EqualTimestamps.class))
            .like("bump")
            .otherwise("`bump` for the arrival time, else `overwrite`", "到达时间为 `bump`，否则为 `overwrite`")
            .doc("Treatment of rows of one subtable with the same time", "对同一子表中时间相同的行的处理")
            .word("bump", "the later one moves to the next free step of the precision", "后到的行移到数据库精度的下一个空闲时刻")
            .word("overwrite", "the later one replaces the earlier one", "后到的行替换先到的行")
            .word("composite-key", "both stay, distinguished by a second key", "两行都保留，用第二主键区分")
            .word("reject", "the later one becomes a dead letter", "后到的行成为死信");

    static final Setting<OnError> TIMESTAMP_ON_ERROR = attribute("on-error", FOR_ROWS)
            .or(OnError.DEAD_LETTER)
            .doc(
                    "Treatment of a message without a time that can be a key; not for the arrival time",
                    "对没有可作主键的时间的消息的处理；不用于到达时间");

    static final Setting<String> SEQUENCE_NAME = attribute("sequence-name", Names.OF_COLUMN)
            .or("seq")
            .doc(
                    "Name of the second key, a `BIGINT` column; only for `composite-key`",
                    "第二主键的名称，类型为 `BIGINT`；仅用于 `composite-key`");

    static final ElementType TIMESTAMP = element(
            "timestamp",
            "Time, which is the key; by default the arrival time",
            "时间，即主键；默认为到达时间",
            TIMESTAMP_NAME,
            TIMESTAMP_VALUE,
            UNIT,
            ON_EQUAL,
            TIMESTAMP_ON_ERROR,
            SEQUENCE_NAME);

    static final Setting<String> NAME = attribute("name", Names.OF_COLUMN)
            .required()
            .like("voltage")
            .doc("Name, unique in the table regardless of case", "名称，在表中唯一，不区分大小写");

    static final Setting<String> TYPE = attribute(
                    "type",
                    new Form<>(
                            "type",
                            Function.identity(),
                            Function.identity(),
                            "xs:token",
                            TYPES.stream().flatMap(Tables::facets).toList(),
                            new Doc("type", "类型")))
            .required()
            .like("DOUBLE")
            .doc(
                    "Type of TDengine, such as `DOUBLE`, `INT UNSIGNED` or `VARCHAR(64)`",
                    "TDengine 的类型，例如 `DOUBLE`、`INT UNSIGNED` 或 `VARCHAR(64)`");

    static final Setting<String> VALUE = attribute("value", TEMPLATE)
            .required()
            .like("${payload:/voltage}")
            .doc("Source of the value, such as `${payload:/voltage}`", "值的来源，例如 `${payload:/voltage}`");

    static final Setting<String> DEFAULT = attribute("default", Form.text("text that fits the type", "符合类型的文本"))
            .like("0")
            .doc("Replacement for a missing value or null", "值缺失或为 null 时的替代值");

    static final Setting<OnError> ON_MISSING = attribute("on-missing", FOR_VALUES)
            .like("null")
            .otherwise("as `on-error` says", "以 `on-error` 为准")
            .doc("Treatment of a missing value without a default", "对缺失且没有默认值的值的处理");

    static final Setting<OnError> ON_MISMATCH = attribute("on-mismatch", FOR_VALUES)
            .like("null")
            .otherwise("as `on-error` says", "以 `on-error` 为准")
            .doc("Treatment of a value that does not fit the type", "对不符合类型的值的处理");

    static final Setting<OnError> ON_LENGTH = attribute("on-length", FOR_LENGTHS)
            .like("null")
            .otherwise("`on-mismatch`, else as `on-error` says", "`on-mismatch`，否则以 `on-error` 为准")
            .doc(
                    "Treatment of text or bytes that are too long; `truncate` for `VARCHAR`, `NCHAR` and "
                            + "`VARBINARY` only",
                    "对过长的文本或字节的处理；`truncate` 仅用于 `VARCHAR`、`NCHAR` 和 `VARBINARY`");

    static final Setting<OnError> ON_RANGE = attribute("on-range", FOR_VALUES)
            .like("null")
            .otherwise("`on-mismatch`, else as `on-error` says", "`on-mismatch`，否则以 `on-error` 为准")
            .doc("Treatment of a number or time outside the range of the type", "对超出类型范围的数字或时间的处理");

    static final Setting<Double> DEAD_BAND = attribute("dead-band", Quantities.DIFFERENCE)
            .like("0.5")
            .doc(
                    "Minimum difference of a number that counts as a change; only with `only-on-change`",
                    "数字视为有变化的最小差值；仅与 `only-on-change` 同用");

    static final ElementType TAG = element(
                    "tag",
                    "Value that is the same for all rows of a subtable; 1 to 128 are required",
                    "同一子表的所有行共有的值；需要 1 至 128 个",
                    NAME.like("site"),
                    TYPE.like("VARCHAR(64)"),
                    VALUE.like("${mqtt-topic:site}"),
                    DEFAULT,
                    ON_MISSING,
                    ON_MISMATCH,
                    ON_LENGTH,
                    ON_RANGE)
            .required()
            .repeated();

    static final ElementType COLUMN = element(
                    "column",
                    "Value of every row; at least one is required, unless there is `columns=\"auto\"`",
                    "每一行的值；至少需要一个，使用 `columns=\"auto\"` 时可以没有",
                    NAME,
                    TYPE,
                    VALUE,
                    DEFAULT,
                    ON_MISSING,
                    ON_MISMATCH,
                    ON_LENGTH,
                    ON_RANGE,
                    DEAD_BAND)
            .repeated();

    static final Setting<String> COLUMNS_FROM = attribute("from", POINTER)
            .like("/data")
            .doc(
                    "Object whose fields become columns, relative to the record; by default the record",
                    "字段成为列的对象，从记录算起；默认为整条记录");

    static final Setting<Integer> COLUMN_LIMIT = attribute("limit", Quantities.wholeNumber(1, 1_000))
            .or(100)
            .doc(
                    "Maximum number of such columns in the table, including those that only the database has",
                    "表中这种列的最大数量，包括只在数据库中有的列");

    static final ElementType AUTO_COLUMNS = element(
            "auto-columns",
            "Fields that become columns; only with `columns=\"auto\"`",
            "成为列的字段；仅与 `columns=\"auto\"` 同用",
            COLUMNS_FROM,
            COLUMN_LIMIT);

    static final Setting<String> TAGS_FROM = attribute("from", POINTER)
            .or("/tags")
            .doc("Object whose fields become tags, relative to the record", "字段成为标签的对象，从记录算起");

    static final Setting<Integer> TAG_LIMIT = attribute("limit", Quantities.wholeNumber(1, 127))
            .or(100)
            .doc(
                    "Maximum number of such tags in a table, including those that only the database has",
                    "一个表中这种标签的最大数量，包括只在数据库中有的标签");

    static final ElementType AUTO_TAGS = element(
                    "auto-tags",
                    "Fields that become tags; only with `tags=\"auto\"`",
                    "成为标签的字段；仅与 `tags=\"auto\"` 同用",
                    TAGS_FROM,
                    TAG_LIMIT)
            .since("0.2.0");

    static final ElementType TABLE = element(
                    "table",
                    "Table that rows go to; required, unless there is a `statement-template`, or the format is `namespace` or `sparkplug`",
                    "行写入的表；必填，除非有 `statement-template`，或格式为 `namespace` 或 `sparkplug`",
                    SUPER_TABLE,
                    TABLES,
                    MAX_SUB_TABLES,
                    SUB_TABLE,
                    WHERE,
                    COLUMNS,
                    TAGS,
                    ONLY_ON_CHANGE,
                    MIN_INTERVAL,
                    MAX_INTERVAL,
                    ON_TAG_CHANGE,
                    TIMESTAMP,
                    TAG,
                    COLUMN,
                    AUTO_COLUMNS,
                    AUTO_TAGS)
            .repeated();

    private Tables() {}

    /** A type as it is offered, and the same in any case and with any numbers. */
    private static Stream<Form.Facet> facets(String type) {
        var anyCase = Pattern.compile("[A-Z]")
                .matcher(type)
                .replaceAll(letter -> "[" + letter.group() + letter.group().toLowerCase(Locale.ROOT) + "]");
        var pattern = anyCase.replace("(64)", "\\( ?[0-9]{1,5} ?\\)")
                .replace("(18)", "\\( ?[0-9]{1,5} ?(, ?[0-9]{1,2} ?)?\\)");
        return Stream.of(new Form.Facet("enumeration", type), new Form.Facet("pattern", pattern));
    }
}
