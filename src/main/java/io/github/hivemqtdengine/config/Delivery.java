// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;
import static io.github.hivemqtdengine.config.xml.Setting.attribute;
import static io.github.hivemqtdengine.config.xml.Setting.text;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.time.Duration;

/** Declaration of {@code <delivery>}. */
final class Delivery {

    private static final int MAX_NODE_NAME = 255;

    private static final Form<String> NODE_NAME = Form.text(
                    "text", Delivery::nodeName, "text of 1 to 255 characters", "1 至 255 个字符的文本")
            .matching(".{1," + MAX_NODE_NAME + "}");
    private static final Form<String> PROPERTY_NAME =
            Form.text("property", Delivery::propertyName, "name", "名称").matching(".+");
    private static final Form<String> TOPIC =
            Form.text("topic", DeadLetterTopic::topic, "name of a topic", "主题名").matching("[^+#$][^+#]*");
    private static final Form<Duration> DELAY = Quantities.duration("1 ms", "1 h");

    static final Setting<Durability> DURABILITY = text("durability", Choice.of(Durability.class))
            .or(IntakeSettings.DEFAULT.durability())
            .doc("Place where messages wait", "消息等待的位置")
            .word(
                    "spool",
                    "on disk, so that they survive any end of the broker's process, but not a power cut of the machine",
                    "在磁盘上，Broker 进程无论因何结束都会保留，但机器断电时不保证")
            .word(
                    "fsync",
                    "the same, and QoS 1 and 2 messages are acknowledged only when they would survive a power cut, too",
                    "同上，并且 QoS 1 和 2 的消息在断电也不会丢失之后才确认")
            .word("memory", "in bounded queues, which survive neither", "在有界队列中，两种情况都不保留");

    static final Setting<Acknowledge> ACKNOWLEDGE = text("acknowledge", Choice.of(Acknowledge.class))
            .or(IntakeSettings.DEFAULT.acknowledge())
            .doc("Time of the acknowledgement to the publisher; subscribers never wait", "向发布者确认的时机；订阅者从不等待")
            .word(
                    "on-receive",
                    "as soon as the message is as safe as `durability` states",
                    "消息达到 `durability` 规定的安全程度时")
            .word(
                    "on-commit",
                    "when the database has confirmed the message, or it is a dead letter",
                    "数据库确认写入之后，或消息成为死信之后");

    static final Setting<Duration> ACK_TIME_LIMIT = attribute("time-limit", Quantities.duration("100 ms", "10 min"))
            .or(CaptureSettings.DEFAULT.ackTimeLimit())
            .doc("Longest time that an acknowledgement waits", "确认最长等待的时间");

    static final Setting<OnTimeLimit> ON_TIME_LIMIT = attribute("on-time-limit", Choice.of(OnTimeLimit.class))
            .or(CaptureSettings.DEFAULT.onTimeLimit())
            .doc("Action at the time limit; the message continues in any case", "达到时限时的动作；消息无论如何都会继续处理")
            .word("withhold", "the client is disconnected without an acknowledgement", "不确认并断开客户端")
            .word(
                    "send",
                    "the acknowledgement is sent; not with `fsync` and `withhold-ack`",
                    "发出确认；不能与 `fsync` 和 `withhold-ack` 同用");

    static final ElementType ACK_HOLD = element(
            "ack-hold",
            "Limits for pending acknowledgements; only with `fsync`, `on-commit` or `withhold-ack`",
            "待发送确认的限制；仅用于 `fsync`、`on-commit` 或 `withhold-ack`",
            ACK_TIME_LIMIT,
            ON_TIME_LIMIT);

    static final Setting<Overflow> OVERFLOW = text("overflow", Choice.of(Overflow.class))
            .or(IntakeSettings.DEFAULT.overflow())
            .doc(
                    "Treatment of messages when the spool is full; not with `durability` `memory`",
                    "spool 已满时对消息的处理；不能与 `durability` 为 `memory` 同用")
            .word("drop-newest", "new messages are dropped and counted", "丢弃新到的消息并计数")
            .word(
                    "drop-oldest",
                    "the oldest messages of the same lane that wait on disk only are dropped and counted; not with `group-property`",
                    "丢弃同一通道中只在磁盘上等待的最早的消息并计数；不能与 `group-property` 同用")
            .word(
                    "withhold-ack",
                    "QoS 1 and 2 messages wait in memory, unacknowledged, until there is room",
                    "QoS 1 和 2 的消息在内存中等待，不予确认，直到有空间");

    static final Setting<Capture> CAPTURE = text("capture", Choice.of(Capture.class))
            .or(CaptureSettings.DEFAULT.capture())
            .doc("Publishes that are stored", "存储的发布")
            .word("on-publish", "those that the client's default permissions allow", "客户端默认权限允许的发布")
            .word(
                    "on-ack",
                    "those of QoS 1 and 2 that the broker acknowledges, and none of QoS 0",
                    "Broker 确认的 QoS 1 和 2 的发布；QoS 0 不存储");

    static final Setting<Long> MAX_MESSAGE_BYTES = text("max-message-bytes", Quantities.size("1 KiB", "256 MiB"))
            .or(CaptureSettings.DEFAULT.maxMessageBytes())
            .doc(
                    "Largest message, counting its payload and properties; a larger one becomes a dead letter",
                    "最大的消息，计入载荷和属性；更大的消息成为死信");

    static final Setting<Reattach> REATTACH_CLIENTS = text("reattach-clients", Choice.of(Reattach.class))
            .or(CaptureSettings.DEFAULT.reattach())
            .doc(
                    "Treatment of clients that were connected before the extension started, whose publishes are not stored until they reconnect",
                    "对扩展启动之前已连接的客户端的处理；重新连接之前，其发布不会存储")
            .word("disconnect", "they are disconnected once", "将其断开一次");

    static final Setting<String> BROKER_NODE = text("broker-node", NODE_NAME)
            .like("node-1")
            .otherwise("name of the machine", "机器的名称")
            .since("0.2.0")
            .doc("Name of this node of the broker, for `${broker-node}`", "此 Broker 节点的名称，用于 `${broker-node}`");

    static final Setting<Integer> LANES = text("lanes", Quantities.wholeNumber(1, 64))
            .or(LaneSettings.DEFAULT.count())
            .doc("Number of parallel writers per database", "每个数据库并行写入的通道数");

    static final Setting<LaneKey> LANE_KEY = text("lane-key", Choice.of(LaneKey.class))
            .or(LaneSettings.DEFAULT.key())
            .doc(
                    "Property that keeps messages in one lane, and so in order; Sparkplug routes always use group and edge node",
                    "使消息进入同一通道并因此保持顺序的属性；Sparkplug 路由始终使用组和边缘节点")
            .word("topic", "the topic", "主题")
            .word("client-id", "the client id", "客户端 ID")
            .word("none", "each message goes to the lane that stores it soonest", "每条消息进入能最快存储它的通道");

    static final Setting<Integer> GROUP_SIZE = text("group-size", Quantities.wholeNumber(1, 100_000))
            .or(LaneSettings.DEFAULT.groupSize())
            .doc(
                    "Number of successive messages that go to the same lane; only with the lane-key `none`",
                    "连续进入同一通道的消息数；仅用于 lane-key 为 `none` 时");

    static final Setting<String> GROUP_PROPERTY = text("group-property", PROPERTY_NAME)
            .like("machine")
            .doc(
                    "MQTT 5 user property that names a message's group; only with the lane-key `none`",
                    "给出消息所属分组的 MQTT 5 用户属性；仅用于 lane-key 为 `none` 时");

    static final Setting<Integer> BATCH_ROWS = attribute("rows", Quantities.wholeNumber(1, 100_000))
            .or(BatchSettings.DEFAULT.rows())
            .doc("Maximum number of rows", "最大行数");

    static final Setting<Long> BATCH_BYTES = attribute("bytes", Quantities.size("1 KiB", "1 GiB"))
            .or((long) BatchSettings.DEFAULT.bytes())
            .doc(
                    "Maximum bytes of messages, and of their rows in memory; a larger message is a batch of its own",
                    "消息的最大字节数，也是其行在内存中的最大字节数；更大的消息单独成为一个批次");

    static final Setting<Duration> BATCH_LINGER = attribute("linger", Quantities.duration("0 ms", "60 s"))
            .or(BatchSettings.DEFAULT.linger())
            .doc(
                    "Longest time that a batch waits for more messages after its first; with `on-commit` a tenth of it",
                    "批次在第一条消息之后等待后续消息的最长时间；使用 `on-commit` 时为十分之一");

    static final ElementType BATCH =
            element("batch", "Limits of a batch", "批次的限制", BATCH_ROWS, BATCH_BYTES, BATCH_LINGER);

    static final Setting<Integer> QUEUE_MESSAGES = attribute("messages", Quantities.wholeNumber(1, 100_000_000))
            .or(IntakeSettings.DEFAULT.queue().messages())
            .doc(
                    "Maximum number of messages; with `durability` `memory` by default 1,000,000",
                    "消息的最大数量；`durability` 为 `memory` 时默认 1,000,000");

    static final Setting<Long> QUEUE_BYTES = attribute("bytes", Quantities.size("1 KiB", "1024 GiB"))
            .or(IntakeSettings.DEFAULT.queue().bytes())
            .doc(
                    "Maximum memory; with `durability` `memory` by default 256 MiB",
                    "最大内存；`durability` 为 `memory` 时默认 256 MiB");

    static final ElementType QUEUE =
            element("queue", "Limits of the memory queue of one lane", "一个通道的内存队列的限制", QUEUE_MESSAGES, QUEUE_BYTES);

    static final Setting<Long> SPOOL_BYTES = attribute("max-bytes", Quantities.size("1 MiB", "1024 GiB"))
            .or(SpoolSettings.DEFAULT.maxBytes())
            .doc("Maximum bytes of disk", "占用磁盘的最大字节数");

    static final Setting<Long> SPOOL_MIN_FREE = attribute("min-free-bytes", Quantities.size("0 B", "1024 GiB"))
            .or(SpoolSettings.DEFAULT.minFreeBytes())
            .doc("Free space that is left on the disk for other uses", "磁盘上为其他用途保留的空闲空间");

    static final ElementType SPOOL = element(
            "spool",
            "Limits of the messages on disk for all lanes together; not with `durability` `memory`",
            "所有通道在磁盘上的消息合计的限制；不能与 `durability` 为 `memory` 同用",
            SPOOL_BYTES,
            SPOOL_MIN_FREE);

    static final Setting<Long> ARCHIVE_BYTES = attribute("max-bytes", Quantities.size("1 MiB", "1024 GiB"))
            .or(10L << 30)
            .since("0.2.0")
            .doc(
                    "Maximum bytes of disk; the spool's `min-free-bytes` goes first",
                    "占用磁盘的最大字节数；优先保证 spool 的 `min-free-bytes`");

    static final Setting<Duration> ARCHIVE_AGE = attribute("max-age", Quantities.duration("1 h", "3650 d"))
            .or(Duration.ofDays(30))
            .since("0.2.0")
            .doc("Age from which on messages are deleted", "消息达到该时长后即被删除");

    static final ElementType ARCHIVE = element(
                    "archive",
                    "Keeps stored messages, so that they can be mapped again; not with `durability` `memory`",
                    "保留已存储的消息，以便重新映射；不能与 `durability` 为 `memory` 同用",
                    ARCHIVE_BYTES,
                    ARCHIVE_AGE)
            .since("0.2.0");

    static final Setting<Duration> RETRY_FIRST_DELAY = attribute("first-delay", DELAY)
            .or(RetrySettings.DEFAULT.firstDelay())
            .doc(
                    "Longest pause before the second attempt; it doubles with every further attempt",
                    "第二次尝试之前的最长停顿；之后每次尝试加倍");

    static final Setting<Duration> RETRY_MAX_DELAY = attribute("max-delay", DELAY)
            .or(RetrySettings.DEFAULT.maxDelay())
            .doc("Upper limit of all pauses", "所有停顿的上限");

    static final Setting<Duration> RETRY_PROBE_DELAY = attribute("probe-delay", DELAY)
            .or(RetrySettings.DEFAULT.probeDelay())
            .doc(
                    "Pause after a failure that only an operator can fix; after a refused login it doubles each time, up to 10 min",
                    "遇到只能由运维人员解决的故障之后的停顿；登录被拒绝后，每次加倍，最长 10 min");

    static final ElementType RETRY = element(
            "retry",
            "Pauses of a lane between two attempts",
            "通道在两次尝试之间的停顿",
            RETRY_FIRST_DELAY,
            RETRY_MAX_DELAY,
            RETRY_PROBE_DELAY);

    static final Setting<Long> LETTER_MAX_BYTES = attribute("max-bytes", Quantities.size("1 KiB", "1024 GiB"))
            .or(DeadLetterSettings.DEFAULT.maxBytes())
            .doc("Maximum size of all dead-letter files together", "所有死信文件合计的大小上限");

    static final Setting<Long> LETTER_FILE_BYTES = attribute("file-bytes", Quantities.size("1 KiB", "1024 GiB"))
            .or(DeadLetterSettings.DEFAULT.fileBytes())
            .doc("Size at which a new file begins; not more than `max-bytes`", "开始写入新文件的大小；不得大于 `max-bytes`");

    static final Setting<String> LETTER_TOPIC = attribute("topic", TOPIC)
            .like("plant/letters")
            .since("0.2.0")
            .doc("Topic that dead letters are also published to", "死信还发布到的主题");

    static final Setting<Integer> LETTER_MAX_RATE = attribute("max-rate", Quantities.wholeNumber(1, 1_000))
            .or(10)
            .since("0.2.0")
            .doc("Most dead letters that are published in a second; only with `topic`", "每秒最多发布的死信数；仅与 `topic` 同用");

    static final ElementType DEAD_LETTERS = element(
            "dead-letters",
            "Limits of the dead-letter files, and a topic that dead letters are published to",
            "死信文件的限制，以及发布死信的主题",
            LETTER_MAX_BYTES,
            LETTER_FILE_BYTES,
            LETTER_TOPIC,
            LETTER_MAX_RATE);

    static final Setting<Duration> DRAIN_TIMEOUT = text("drain-timeout", Quantities.duration("0 ms", "10 min"))
            .or(DeliverySettings.DEFAULT.drainTimeout())
            .doc(
                    "Time that a stop waits for the queues to empty; remaining messages stay in the spool, or become dead letters with `memory`",
                    "停止时等待队列清空的时间；剩余的消息留在 spool 中，使用 `memory` 时则成为死信");

    static final Setting<String> STATUS_TOPIC = attribute("topic", TOPIC)
            .required()
            .like("plant/hivemq-tdengine")
            .doc("Topic of the retained message", "保留消息的主题");

    static final ElementType STATUS = element(
                    "status",
                    "Publishes what `status` says as a retained message",
                    "将 `status` 的内容发布为保留消息",
                    STATUS_TOPIC)
            .since("0.2.0");

    static final Setting<Integer> UNMAPPED_SAMPLES = attribute("samples-per-minute", Quantities.wholeNumber(1, 6_000))
            .or(60)
            .doc("Mean number of messages that are sampled, and of topics without a route", "平均抽样的消息数，以及没有路由的主题数");

    static final ElementType UNMAPPED = element(
                    "unmapped",
                    "Lets `status` show topics and fields that no route stores, from samples",
                    "使 `status` 根据样本显示没有路由存储的主题和字段",
                    UNMAPPED_SAMPLES)
            .since("0.2.0");

    static final ElementType DELIVERY = element(
            "delivery",
            "Path of messages to the databases",
            "消息送达数据库的方式",
            DURABILITY,
            ACKNOWLEDGE,
            ACK_HOLD,
            OVERFLOW,
            CAPTURE,
            MAX_MESSAGE_BYTES,
            REATTACH_CLIENTS,
            BROKER_NODE,
            LANES,
            LANE_KEY,
            GROUP_SIZE,
            GROUP_PROPERTY,
            BATCH,
            QUEUE,
            SPOOL,
            ARCHIVE,
            RETRY,
            DEAD_LETTERS,
            DRAIN_TIMEOUT,
            STATUS,
            UNMAPPED);

    private Delivery() {}

    private static String nodeName(String text) {
        if (text.isEmpty() || text.length() > MAX_NODE_NAME) {
            throw new IllegalArgumentException("does not have 1 to " + MAX_NODE_NAME + " characters");
        }
        return text;
    }

    private static String propertyName(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("names no user property");
        }
        return text;
    }
}
