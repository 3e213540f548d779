// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static io.github.hivemqtdengine.metrics.Metric.Type.MESSAGES;
import static io.github.hivemqtdengine.metrics.Metric.Type.ROWS;
import static io.github.hivemqtdengine.metrics.Metric.Type.VALUES;

/** Observation of a mapping: mostly a row or a value that is not stored as it came. */
public enum MappingEvent implements RouteCounter {
    EMPTY_PAYLOADS(MESSAGES, "without payload that `on-empty` ignored", "被 `on-empty` 忽略的没有载荷的消息"),
    ROWS_FILTERED(
            ROWS,
            "that `where` left out; a message that it refuses unread counts one row per table",
            "被 `where` 略去的行；未读取载荷就被拒绝的消息，每个表计一行"),
    ROWS_UNCHANGED(ROWS, "that `only-on-change` left out", "被 `only-on-change` 略去的行"),
    ROWS_TOO_SOON(ROWS, "that `min-interval` left out", "被 `min-interval` 略去的行"),
    ROWS_SKIPPED(ROWS, "that `skip-row` left out", "被 `skip-row` 略去的行"),
    VALUES_NULLED(VALUES, "unexpected, stored as NULL", "不符合预期而存为 NULL 的值"),
    VALUES_DEFAULTED(VALUES, "for which the column's default was stored", "存为列默认值的值"),
    VALUES_TRUNCATED(VALUES, "cut to the column's length", "截断到列长度的值"),
    FIELDS_LEFT_OUT(
            VALUES,
            "fields without an automatic column (`columns=\"auto\"`): the `limit` is reached, or the name is taken",
            "没有得到自动列的字段（`columns=\"auto\"`）：已达到 `limit`，或名称已被占用"),
    UNKNOWN_ALIASES(
            MESSAGES,
            "of Sparkplug with an alias or a datatype that no known BIRTH announces; dead letters (`unknown_alias`),"
                    + " or dropped if the route says so",
            "Sparkplug 边缘节点的消息，含有已知 BIRTH 均未声明的别名或数据类型；它们成为死信（`unknown_alias`），或按路由的规定丢弃"),
    SEQUENCE_GAPS(
            MESSAGES,
            "of Sparkplug whose sequence number shows that earlier ones are missing; only in routes that receive all"
                    + " numbered messages of a node",
            "序号表明之前缺少消息的 Sparkplug 消息；仅统计能收到节点全部带序号消息的路由"),
    SEQUENCE_REPEATS(MESSAGES, "of Sparkplug with the sequence number of the one before", "序号与前一条相同的 Sparkplug 消息");

    private static final int FIRST = AccountCounter.values().length + DropReason.values().length;

    @SuppressWarnings("ImmutableEnumChecker") // a record of strings
    private final Meaning meaning;

    MappingEvent(Type type, String english, String chinese) {
        this.meaning = new Meaning(type, english, chinese);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }

    @Override
    public int first() {
        return FIRST;
    }

    @Override
    public String prefix() {
        return "mapping.";
    }
}
