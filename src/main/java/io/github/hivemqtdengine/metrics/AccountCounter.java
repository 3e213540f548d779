// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static io.github.hivemqtdengine.metrics.Metric.Type.COUNT;
import static io.github.hivemqtdengine.metrics.Metric.Type.MESSAGES;
import static io.github.hivemqtdengine.metrics.Metric.Type.ROWS;

/** Step of a message, or of its rows, on the way to its outcome. */
public enum AccountCounter implements RouteCounter {
    RECEIVED(MESSAGES, "messages that matched the route, replayed ones included", "与路由匹配的消息，包括重放的消息"),
    STORED(MESSAGES, "messages with all rows in the database", "所有行都已写入数据库的消息"),
    STORED_ROWS(ROWS, "rows of these messages, including rows that replaced another row", "这些消息的行，包括覆盖了旧行的行"),
    DEAD_LETTERED(
            MESSAGES, "messages in the dead-letter files; counted again if a replay fails", "写入死信文件的消息；重放后再次失败的消息再计一次"),
    IN_FLIGHT(MESSAGES, "messages that wait or are being written", "等待中或写入中的消息"),
    RETRIED(
            MESSAGES,
            "messages in failed writes, once per retry; not halves of a rejected batch",
            "写入失败后重试的消息，每次重试都计；数据库拒绝后拆分的批次不计"),
    BUMPED_ROWS(ROWS, "rows moved to a free timestamp", "被移到空闲时间戳的行"),
    OVERWRITTEN_ROWS(ROWS, "rows known to have replaced an earlier row", "已知覆盖了更早一行的行"),
    TAG_CHANGES(ROWS, "rows known to have other tags than the previous row of the subtable", "已知与同一子表的前一行标签值不同的行"),
    DELAYED_ACKNOWLEDGEMENTS(
            COUNT,
            "acknowledgements delayed by the [`rate-limit`](sources.md#rate-limits)",
            "被 [`rate-limit`](sources.zh-CN.md#速率上限) 推迟的确认");

    @SuppressWarnings("ImmutableEnumChecker") // a record of strings
    private final Meaning meaning;

    AccountCounter(Type type, String english, String chinese) {
        this.meaning = new Meaning(type, english, chinese);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
