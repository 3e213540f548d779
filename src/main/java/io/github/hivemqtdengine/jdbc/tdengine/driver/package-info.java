/** TDengine driver: URL, login, TLS, threads, and the meaning of its error codes. */
@NullMarked
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import org.jspecify.annotations.NullMarked;
