// SPDX-License-Identifier: Apache-2.0
/** Tests of the console. */
@NullMarked
package io.github.hivemqtdengine.cli.console;

import org.jspecify.annotations.NullMarked;
