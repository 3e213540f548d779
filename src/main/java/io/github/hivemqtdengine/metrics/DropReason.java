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
            "the dead letters have reached `max-bytes`, or their disk or the extension failed on a message kept"
                    + " nowhere else",
            "死信已达到 `max-bytes`，或者磁盘或扩展自身在处理别处没有保留的消息时出错"),
    STOPPED(
            "arrived after the stop had begun, or waited for room then (`withhold-ack`); not acknowledged",
            "在停止开始之后才到达，或停止时仍在等待空间（`withhold-ack`），因此未被确认"),
    NEVER_ACKNOWLEDGED("QoS 0, with `capture` `on-ack`", "QoS 0，而 `capture` 为 `on-ack`"),
    TOO_FAST("QoS 0, sent faster than accepted", "QoS 0，而客户端的发送速度快于其消息被接收的速度"),
    RATE_LIMITED(
            "above the route's [`rate-limit`](delivery.md#above-a-rate-limit)",
            "消息超过路由的 [`rate-limit`](delivery.zh-CN.md#超过速率上限时)"),
    NOT_STARTED("arrived while the extension could not start; not acknowledged", "在扩展无法启动期间到达，因此未被确认"),
    DAMAGED(
            "damaged on the disk; counted once the lane has read all that waited after it",
            "等待期间在磁盘上损坏；通道读完其后等待的所有消息时计入");

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
