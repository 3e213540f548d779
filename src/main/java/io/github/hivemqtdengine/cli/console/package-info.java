// SPDX-License-Identifier: Apache-2.0
/** The console: a page on the operator's own machine. Its answers are those of the other commands. */
@NullMarked
package io.github.hivemqtdengine.cli.console;

import org.jspecify.annotations.NullMarked;
