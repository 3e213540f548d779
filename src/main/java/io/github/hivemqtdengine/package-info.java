/**
 * MQTT messages become rows in TDengine. The way of one message:
 *
 * <pre>
 *  publisher ──PUBLISH──▶ HiveMQ ──▶ subscribers (never wait for what follows)
 *                           │
 *   1 extension  PublishInterceptor   copies topic, payload, client; a broker thread
 *   2 pipeline   Pipeline.match       asks the route's RouteTable which routes want it
 *   3 pipeline   Lane.offer           appends to the lane of its topic; the broker thread is done
 *                           ┆
 *   4 pipeline   BatchCollector       one thread per lane takes what is there, up to rows, bytes, linger
 *   5 route      Route.rows           decodes the payload and maps it to rows
 *   6 pipeline   Admission            waits for the database, gives the rows their final keys
 *   7 jdbc       BatchWriter.write    one write per batch on a pooled connection
 *   8 pipeline   BatchDelivery        stored: counted. Passing failure: the identical batch again.
 *                                     Refused: halved down to the guilty message, which is dead-lettered
 * </pre>
 *
 * <p>The packages, each of which may use only those above it: {@code message}, {@code decode}, {@code expression},
 * {@code metrics}, {@code route}, {@code pipeline}, {@code spool}, {@code jdbc}, {@code config}, {@code extension}, {@code cli}.
 */
@NullMarked
package io.github.hivemqtdengine;

import org.jspecify.annotations.NullMarked;
