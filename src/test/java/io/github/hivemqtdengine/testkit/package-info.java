/** Fixtures of the integration tests: databases, a broker, clients. */
@NullMarked
package io.github.hivemqtdengine.testkit;

import org.jspecify.annotations.NullMarked;
