// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static io.github.hivemqtdengine.metrics.Metric.Type.BYTES;
import static io.github.hivemqtdengine.metrics.Metric.Type.COUNT;
import static io.github.hivemqtdengine.metrics.Metric.Type.COUNTER;
import static io.github.hivemqtdengine.metrics.Metric.Type.FLAG;
import static io.github.hivemqtdengine.metrics.Metric.Type.HISTOGRAM;
import static io.github.hivemqtdengine.metrics.Metric.Type.MESSAGES;
import static io.github.hivemqtdengine.metrics.Metric.Type.MILLISECONDS;
import static io.github.hivemqtdengine.metrics.Metric.Type.SECONDS;
import static io.github.hivemqtdengine.metrics.Metric.Type.SHARE;
import static io.github.hivemqtdengine.metrics.Metric.Type.TIMER;

/** Metric other than the counters of routes. */
public enum ExtensionMetric implements Metric {
    CAPTURE_ACTIVE(
            "capture-active",
            FLAG,
            "0 while the extension [cannot start](delivery.md#when-the-extension-cant-start), and after a failed start or a stop",
            "扩展[无法启动](delivery.zh-CN.md#扩展无法启动时)、启动失败以及停止之后为 0"),
    LAST_RELOAD_ACCEPTED(
            "last-reload-accepted",
            FLAG,
            "0 if the last change of the configuration was rejected or cannot be applied yet",
            "最近一次配置更改被拒绝或尚不能生效时为 0"),
    CONFIGURATION_RELOADS("configuration.reloads", COUNT, "changes applied since the start", "启动以来已生效的配置更改数"),
    CONFIGURATION_REJECTED("configuration.rejected", COUNT, "changes rejected since the start", "启动以来被拒绝的配置更改数"),
    CONFIGURATION_ACTIVE_SINCE(
            "configuration.active-since",
            SECONDS,
            "time of the last change applied, or of the start, since 1970",
            "启动的时刻，或最近一次更改生效的时刻，自 1970 年起"),
    CLOCK_AHEAD_MS(
            "clock.ahead-ms",
            MILLISECONDS,
            "lead of the latest arrival time over the system clock",
            "最近的到达时间比系统时钟超前多少"),
    CLOCK_STEPS_BACK(
            "clock.steps-back", COUNT, "steps of the system clock back by more than five minutes", "系统时钟回拨超过五分钟的次数"),
    DEAD_LETTERS_DEGRADED(
            "dead-letters.degraded",
            FLAG,
            "1 while the disk rejects dead letters, and for 10 s afterwards",
            "磁盘拒绝死信期间以及之后 10 秒内为 1"),
    DEAD_LETTERS_BYTES("dead-letters.bytes", BYTES, "size of the dead-letter files", "死信文件的大小"),
    DEAD_LETTERS_MAX_BYTES("dead-letters.max-bytes", BYTES, "`<dead-letters max-bytes>`", "`<dead-letters max-bytes>`"),
    DEAD_LETTERS_SHARE(
            "dead-letters.share",
            SHARE,
            "`dead-letters.bytes` as a share of `dead-letters.max-bytes`",
            "`dead-letters.bytes` 占 `dead-letters.max-bytes` 的比例"),
    DEAD_LETTERS_PUBLISHED(
            "dead-letters.published",
            COUNT,
            "dead letters also published; only with `<dead-letters topic>`",
            "同时发布的死信数；仅在配置了 `<dead-letters topic>` 时"),
    DEAD_LETTERS_NOT_PUBLISHED(
            "dead-letters.not-published",
            COUNT,
            "dead letters not published because of `max-rate`, too many unfinished publishes, or a failure",
            "因 `max-rate`、未完成的发布过多或失败而没有发布的死信数"),
    ARCHIVE_BYTES(
            "archive.bytes", BYTES, "size of the files in the [archive](archive.md)", "[归档](archive.zh-CN.md)文件的大小"),
    ARCHIVE_MAX_BYTES("archive.max-bytes", BYTES, "`<archive max-bytes>`", "`<archive max-bytes>`"),
    ARCHIVE_NOT_KEPT(
            "archive.not-kept",
            COUNT,
            "files of stored messages that could not be moved to the archive and were deleted",
            "无法移入归档而被删除的已存储消息文件数"),
    REPLAY_REMAINING_BYTES(
            "replay.remaining-bytes",
            BYTES,
            "size of what is not replayed yet in the folder [`replay`](dead-letters.md#replay)",
            "文件夹 [`replay`](dead-letters.zh-CN.md#重放) 中尚未重放的文件的大小"),

    ROUTE_DIFFERENCE(
            "route.<id>.difference",
            MESSAGES,
            "difference between the two sides of the [account](#the-account)",
            "[账目](#账目)的差额"),
    ROUTE_COMMIT_LATENCY(
            "route.<id>.commit-latency",
            TIMER,
            "time from a message's arrival to the database's confirmation, without replayed messages",
            "从消息到达到数据库确认的时间；不含重放的消息"),
    ROUTE_BATCH_ROWS("route.<id>.batch-rows", HISTOGRAM, "rows of the route in each batch", "每个批次中该路由的行数"),
    ROUTE_WRITE_LATENCY("route.<id>.write-latency", TIMER, "duration of the writes of these batches", "写入这些批次所用的时间"),
    ROUTE_DROPPED(
            "route.<id>.dropped",
            MESSAGES,
            "messages neither stored nor kept; the reasons follow",
            "既没有存储也没有保留的消息；原因如下"),

    DATABASE_UP(
            "database.<id>.up",
            FLAG,
            "1 if the database accepts rows; 0 from `accepts no rows` or `needs an operator` to `accepts rows again` in the log",
            "数据库接收数据行时为 1；从日志行 `accepts no rows` 或 `needs an operator` 到 `accepts rows again` 为 0"),
    DATABASE_NEEDS_OPERATOR(
            "database.<id>.needs-operator",
            FLAG,
            "1 from `needs an operator` to `accepts rows again`: correct password, privileges, licence or the [JVM's"
                    + " charset](troubleshooting.md#characters-are-garbled)",
            "从日志行 `needs an operator` 到 `accepts rows again` 为 1：须改正密码、权限、许可证或 [JVM"
                    + " 的字符集](troubleshooting.zh-CN.md#字符乱码)"),
    DATABASE_OLDEST_AGE_MS(
            "database.<id>.oldest-age-ms",
            MILLISECONDS,
            "age of the oldest message that a lane is writing, without replayed messages. It grows during an outage, also across a restart",
            "通道正在写入的最早一条消息自到达以来的时间，不含重放的消息。中断期间持续增长，重新启动后也是如此"),
    DATABASE_WAITING_LANES(
            "database.<id>.waiting-lanes", COUNT, "lanes that wait with a failed batch", "带着写入失败的批次等待数据库的通道数"),
    DATABASE_WRITES_ALLOWED(
            "database.<id>.writes-allowed",
            COUNT,
            "lanes that may write at once: all, or fewer while the database is overloaded",
            "允许同时写入的通道数：通常是全部，数据库过载时减少"),
    DATABASE_CONNECTIONS(
            "database.<id>.connections",
            COUNT,
            "open connections; one per lane that has written, at most one more for checks",
            "打开的连接数：每个写过的通道一个，检查时最多再多一个"),
    DATABASE_RETRIES(
            "database.<id>.retries", COUNTER, "writes and connection attempts that were retried", "失败后重试的写入和连接次数"),

    SCHEMA_REGISTRY_UP(
            "schema-registry.<id>.up",
            FLAG,
            "1 if the registry answered the last look-up, or none was necessary",
            "注册中心对最近一次查询有应答，或不需要查询时为 1"),
    SCHEMA_REGISTRY_LOOKUPS(
            "schema-registry.<id>.lookups",
            COUNT,
            "look-ups since the start or a change of the settings",
            "启动以来，或设置更改以来，查询模式的次数"),
    SCHEMA_REGISTRY_FAILURES("schema-registry.<id>.failures", COUNT, "look-ups that found no schema", "没有找到模式的查询次数"),
    SCHEMA_REGISTRY_REFUSALS(
            "schema-registry.<id>.refusals",
            MESSAGES,
            "messages whose schema was not looked up: the registry had just not answered, or too many look-ups found nothing",
            "没有查询其模式的消息：注册中心刚刚没有应答，或没有结果的查询过多"),
    SCHEMA_REGISTRY_CACHED_BYTES(
            "schema-registry.<id>.cached-bytes", BYTES, "approximate text of the schemas in memory", "内存中的模式的文本，大约值"),

    ACKNOWLEDGEMENTS_PENDING(
            "acknowledgements.pending",
            COUNT,
            "publishes with QoS 1 and 2 not acknowledged yet, or that disconnected clients may deliver again",
            "尚未确认的 QoS 1 和 2 的发布，或其离线客户端可能再次投递的发布"),
    ACKNOWLEDGEMENTS_PENDING_BYTES(
            "acknowledgements.pending-bytes", BYTES, "approximate memory of these publishes", "它们大约占用的内存"),
    ACKNOWLEDGEMENTS_HELD("acknowledgements.held", COUNT, "acknowledgements held now", "当前被推迟的确认"),
    ACKNOWLEDGEMENTS_NOT_WITHHELD(
            "acknowledgements.not-withheld",
            COUNT,
            "acknowledgements sent because the broker has not disconnected the client",
            "由于 Broker 没有断开客户端而仍发出的确认"),
    ACKNOWLEDGEMENTS_FORGOTTEN_CLIENTS(
            "acknowledgements.forgotten-clients",
            COUNT,
            "clients that disconnected in the middle of a message with QoS 2 and were [forgotten](delivery.md#when-the-time-is-over)",
            "在 QoS 2 消息中途离开、[不再记住](delivery.zh-CN.md#超过时限之后)的客户端"),

    SPARKPLUG_NODES(
            "sparkplug.nodes", COUNT, "edge nodes with known births, once per client", "已知 BIRTH 的边缘节点，按客户端分别计"),
    SPARKPLUG_BIRTH_BYTES("sparkplug.birth-bytes", BYTES, "approximate memory of these births", "这些 BIRTH 大约占用的内存"),
    SPARKPLUG_IGNORED_BIRTHS(
            "sparkplug.ignored-births",
            COUNT,
            "births [not learned](sparkplug.md#births): unreadable, dropped, too large or too many",
            "[未采用](sparkplug.zh-CN.md#birth)的 BIRTH：无法读取、被丢弃、过大或过多"),
    SPARKPLUG_FORGOTTEN_NODES(
            "sparkplug.forgotten-nodes", COUNT, "edge nodes forgotten for lack of room", "因空间不足而忘记其 BIRTH 的边缘节点"),
    SPARKPLUG_REBIRTHS_REQUESTED(
            "sparkplug.rebirths-requested",
            COUNT,
            "published [rebirth requests](sparkplug.md#rebirth-requests)",
            "已发布的 [rebirth 请求](sparkplug.zh-CN.md#请求-rebirth)"),
    SPARKPLUG_REBIRTHS_SUPPRESSED(
            "sparkplug.rebirths-suppressed",
            MESSAGES,
            "messages whose rebirth was [not requested](sparkplug.md#rebirth-requests)",
            "需要 rebirth 但[未发送请求](sparkplug.zh-CN.md#请求-rebirth)的消息"),

    UNMAPPED_TOPICS(
            "unmapped.topics",
            COUNT,
            "different topics without a route among the samples, up to 20; only with [`<unmapped>`](troubleshooting.md#what-the-mapping-does-not-store)",
            "样本中没有路由的不同主题数，最多 20；仅在配置了 [`<unmapped>`](troubleshooting.zh-CN.md#映射未存储的内容) 时"),
    UNMAPPED_FIELDS(
            "unmapped.fields",
            COUNT,
            "fields in the samples that the mapping does not read, up to 20 of a route",
            "样本中映射未读取的字段数，每个路由最多 20"),

    SPOOL_DEGRADED(
            "spool.degraded",
            FLAG,
            "1 while messages go through memory only because the [spool accepts none](delivery.md#when-the-spool-takes-no-messages)",
            "[spool 不接收消息](delivery.zh-CN.md#spool-不接收消息时)、消息只经过内存时为 1"),
    SPOOL_MEMORY_ONLY(
            "spool.memory-only", MESSAGES, "messages that went through memory only since the start", "启动以来只经过内存的消息"),
    SPOOL_BYTES(
            "spool.bytes",
            BYTES,
            "size of the files with waiting messages: some may be stored already",
            "含有等待消息的文件的大小：其中可能有一些已经存储"),
    SPOOL_MAX_BYTES("spool.max-bytes", BYTES, "`<spool max-bytes>`", "`<spool max-bytes>`"),
    SPOOL_SHARE(
            "spool.share",
            SHARE,
            "`spool.bytes` as a share of `spool.max-bytes`",
            "`spool.bytes` 占 `spool.max-bytes` 的比例"),
    SPOOL_DAMAGED_BYTES("spool.damaged-bytes", BYTES, "size of the folder `damaged`", "`damaged` 文件夹的大小");

    private final String metric;

    @SuppressWarnings("ImmutableEnumChecker") // a record of strings
    private final Meaning meaning;

    ExtensionMetric(String metric, Type type, String english, String chinese) {
        this.metric = metric;
        this.meaning = new Meaning(type, english, chinese);
    }

    @Override
    public String metric() {
        return metric;
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
