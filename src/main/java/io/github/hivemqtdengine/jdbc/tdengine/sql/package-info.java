/** SQL of TDengine: identifiers, literals, super tables and tags. */
@NullMarked
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import org.jspecify.annotations.NullMarked;
