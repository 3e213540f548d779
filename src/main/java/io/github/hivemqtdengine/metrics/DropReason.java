// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

/** Reason why a message is neither stored nor kept as a dead letter. */
public enum DropReason implements RouteCounter {
    OVERFLOW("the spool, or the lane's queue in memory, was full", "spool 或通道在内存中的队列已满"),
    MAPPING("the mapping says `drop`", "映射规定 `drop`"),
    NO_ROWS(
            "`where`, `skip-row`, `only-on-change` or `min-interval` left no row, or the array is empty",
            "没有任何行：`where`、`skip-row`、`only-on-change` 或 `min-interval` 全部略去，或数组为空"),
    DEAD_LETTERS_FULL(
            "the dead letters have reached `max-bytes`, or their disk or the extension failed",
            "死信已达到 `max-bytes`，或者其磁盘或扩展自身出错"),
    STOPPED(
            "the message arrived after the stop had begun, or waited for room then; not acknowledged",
            "消息在停止开始之后才到达，或停止时仍在等待空间，因此未被确认"),
    NEVER_ACKNOWLEDGED("the message has QoS 0, with `capture` `on-ack`", "消息为 QoS 0，而 `capture` 为 `on-ack`"),
    TOO_FAST(
            "the message has QoS 0, and its client [sends too fast](delivery.md#when-a-client-sends-too-fast)",
            "消息为 QoS 0，而其客户端[发送过快](delivery.zh-CN.md#客户端发送过快时)"),
    RATE_LIMITED(
            "the message is above the [`rate-limit`](sources.md#rate-limits)",
            "消息超过 [`rate-limit`](sources.zh-CN.md#速率上限)"),
    NOT_STARTED("the extension could not start; not acknowledged", "扩展无法启动，因此未被确认"),
    DAMAGED("the message was damaged on the disk", "消息在磁盘上损坏");

    private static final int FIRST = AccountCounter.values().length;

    @SuppressWarnings("ImmutableEnumChecker") // a record of strings
    private final Meaning meaning;

    DropReason(String english, String chinese) {
        this.meaning = new Meaning(Type.MESSAGES, english, chinese);
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
        return "dropped.";
    }
}
