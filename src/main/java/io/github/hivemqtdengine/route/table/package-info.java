/** Mapping of decoded fields to the columns, tags, subtable and timestamp of one table. */
@NullMarked
package io.github.hivemqtdengine.route.table;

import org.jspecify.annotations.NullMarked;
