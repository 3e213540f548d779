/** TDengine driver: URL, login, TLS, threads, connections that a pool can rely on, and the meaning of error codes. */
@NullMarked
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import org.jspecify.annotations.NullMarked;
