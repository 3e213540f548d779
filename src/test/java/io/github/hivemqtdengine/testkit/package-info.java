/** What integration tests stand on: databases, a broker, clients. */
@NullMarked
package io.github.hivemqtdengine.testkit;

import org.jspecify.annotations.NullMarked;
