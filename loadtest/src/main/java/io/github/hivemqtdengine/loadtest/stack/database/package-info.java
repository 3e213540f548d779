/** Databases under test, and the link between database and broker. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.database;

import org.jspecify.annotations.NullMarked;
