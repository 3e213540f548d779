/** Avro: data with a schema, single objects, schema-registry framing and containers. */
@NullMarked
package io.github.hivemqtdengine.decode.avro;

import org.jspecify.annotations.NullMarked;
