// SPDX-License-Identifier: Apache-2.0
/** Files of the past, read as messages. */
@NullMarked
package io.github.hivemqtdengine.cli.past;

import org.jspecify.annotations.NullMarked;
