// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static io.github.hivemqtdengine.metrics.Metric.Type.COUNT;
import static io.github.hivemqtdengine.metrics.Metric.Type.MESSAGES;
import static io.github.hivemqtdengine.metrics.Metric.Type.ROWS;

/** Step of a message, or of its rows, on the way to its outcome. */
public enum AccountCounter implements RouteCounter {
    RECEIVED(MESSAGES, "matched the route, replayed ones included", "与路由匹配的消息，包括重放的消息"),
    STORED(MESSAGES, "have all their rows in the database", "所有行都已写入数据库的消息"),
    STORED_ROWS(ROWS, "of these messages, including rows that replaced another row", "这些消息的行，包括覆盖了旧行的行"),
    DEAD_LETTERED(
            MESSAGES, "are in the dead-letter files; counted again if a replay fails", "写入死信文件的消息；重放后再次失败的消息再计一次"),
    IN_FLIGHT(MESSAGES, "wait or are being written", "等待中或写入中的消息"),
    RETRIED(
            MESSAGES,
            "in writes that failed and were retried, whole or in halves, once per retry; not halves of a rejected"
                    + " batch",
            "失败后重试（整批或分成两半）的写入所包含的消息，每次重试都计；数据库拒绝后拆分的批次不计"),
    BUMPED_ROWS(ROWS, "were moved to a free timestamp", "被移到空闲时间戳的行"),
    OVERWRITTEN_ROWS(ROWS, "are known to have replaced an earlier row", "已知覆盖了更早一行的行"),
    TAG_CHANGES(
            ROWS, "are known to have other tags than the previous row of the subtable", "与同一子表的前一行标签值不同的行（在已观察到的范围内）"),
    DELAYED_ACKNOWLEDGEMENTS(
            COUNT,
            "acknowledgements delayed by the route's [`rate-limit`](delivery.md#above-a-rate-limit) (`withhold-ack`)",
            "被路由的 [`rate-limit`](delivery.zh-CN.md#超过速率上限时) 推迟的确认（`withhold-ack`）");

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
