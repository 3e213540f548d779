/** Verification of a round: rows in the database, compared with the messages sent. */
@NullMarked
package io.github.hivemqtdengine.loadtest.runner.rows;

import org.jspecify.annotations.NullMarked;
