/** Port to a database family, and the settings and SQL parts that all families share. */
@NullMarked
package io.github.hivemqtdengine.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
