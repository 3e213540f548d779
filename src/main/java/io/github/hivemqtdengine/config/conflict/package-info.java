/** Rules across routes: topics that overlap, and tables and subtables that exclude each other. */
@NullMarked
package io.github.hivemqtdengine.config.conflict;

import org.jspecify.annotations.NullMarked;
