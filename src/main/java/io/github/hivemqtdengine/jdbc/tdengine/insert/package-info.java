/** Inserts into TDengine, as SQL text and as prepared statements. */
@NullMarked
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import org.jspecify.annotations.NullMarked;
