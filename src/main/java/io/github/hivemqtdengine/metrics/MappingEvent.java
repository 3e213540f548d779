// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static io.github.hivemqtdengine.metrics.Metric.Type.MESSAGES;
import static io.github.hivemqtdengine.metrics.Metric.Type.ROWS;
import static io.github.hivemqtdengine.metrics.Metric.Type.VALUES;

/** Observation of a mapping: mostly a row or a value that is not stored as it came. */
public enum MappingEvent implements RouteCounter {
    EMPTY_PAYLOADS(MESSAGES, "messages without payload that `on-empty` ignored", "被 `on-empty` 忽略的没有载荷的消息"),
    ROWS_FILTERED(
            ROWS, "rows that `where` left out; of an unread message one per table", "被 `where` 略去的行；未读取的消息每个表计一行"),
    ROWS_UNCHANGED(ROWS, "rows that `only-on-change` left out", "被 `only-on-change` 略去的行"),
    ROWS_TOO_SOON(ROWS, "rows that `min-interval` left out", "被 `min-interval` 略去的行"),
    ROWS_SKIPPED(ROWS, "rows that `skip-row` left out", "被 `skip-row` 略去的行"),
    VALUES_NULLED(VALUES, "unexpected values stored as NULL", "不符合预期而存为 NULL 的值"),
    VALUES_DEFAULTED(VALUES, "values replaced by the column's default", "存为列默认值的值"),
    VALUES_TRUNCATED(VALUES, "values cut to the column's length", "截断到列长度的值"),
    FIELDS_LEFT_OUT(
            VALUES,
            "fields [without an automatic column](mapping.md#store-fields-that-i-do-not-know-yet)",
            "[没有得到自动列](mapping.zh-CN.md#存储事先不知道的字段)的字段"),
    UNKNOWN_ALIASES(
            MESSAGES,
            "Sparkplug messages with an alias or a datatype that no known BIRTH announces",
            "含有已知 BIRTH 均未声明的别名或数据类型的 Sparkplug 消息"),
    SEQUENCE_GAPS(
            MESSAGES,
            "Sparkplug messages before which others are missing; only in routes that receive all numbered messages of a node",
            "序号表明之前缺少消息的 Sparkplug 消息；仅统计能收到节点全部带序号消息的路由"),
    SEQUENCE_REPEATS(
            MESSAGES, "Sparkplug messages with the sequence number of the one before", "序号与前一条相同的 Sparkplug 消息");

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
