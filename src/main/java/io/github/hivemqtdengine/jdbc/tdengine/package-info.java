/** TDengine dialect over WebSocket. */
@NullMarked
package io.github.hivemqtdengine.jdbc.tdengine;

import org.jspecify.annotations.NullMarked;
