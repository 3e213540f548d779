/**
 * HiveMQ extension that stores MQTT messages as rows in TDengine. The walk of one message:
 *
 * <pre>
 *  publisher ──PUBLISH──▶ HiveMQ ──▶ subscribers (never wait for what follows)
 *                           │
 *   broker's thread         │
 *   ┌───────────────────────▼───────────────────────────────────────────────┐
 *   │ 1 extension.publish.PublishInterceptor  is called with each PUBLISH   │
 *   │ 2 pipeline.Pipeline.match               finds the routes of the topic │──none──▶ nothing was allocated
 *   │ 3 pipeline.LaneChoice.enqueue           appends a copy to a log       │──full──▶ dropped, counted
 *   └───────────────────────┬───────────────────────────────────────────────┘
 *                           ┆ spool.log.LaneLog: on disk, and in memory while the lane keeps up
 *   one thread per lane     ┆
 *   ┌───────────────────────▼───────────────────────────────────────────────┐
 *   │ 4 pipeline.delivery.BatchCollector      limits: rows, bytes, linger   │
 *   │ 5 route.Route.rows                      decodes, maps to rows         │──impossible──▶ dead letter
 *   │ 6 pipeline.delivery.BatchDelivery       connects, assigns final keys  │──table broken──▶ dead letter
 *   │ 7 jdbc.JdbcBatchWriter.write            one write per batch           │
 *   │   pipeline.delivery.RetryDecision       decides after a failure       │
 *   └──────┬────────────────┬────────────────────┬─────────────────┬────────┘
 *       stored          TRANSIENT,           TOO_LARGE,          FATAL
 *          │            CONGESTED,           REJECTED              │
 *          │            SCHEMA, UNKNOWN          │                 │
 *          ▼                ▼                    ▼                 ▼
 *       counted,        pause, then the      bisect; a single    keep the batch,
 *       committed       identical batch      message becomes     probe slowly,
 *       in the log      again                a dead letter       log it once
 * </pre>
 *
 * <p>The packages, each of which may use only those above it: {@code message}, {@code memory}, {@code time},
 * {@code decode}, {@code expression}, {@code metrics}, {@code route}, {@code pipeline}, {@code spool}, {@code jdbc},
 * {@code registry}, {@code config}, {@code extension}, {@code cli}. {@code docs/architecture.md} names the classes of each step.
 */
@NullMarked
package io.github.hivemqtdengine;

import org.jspecify.annotations.NullMarked;
