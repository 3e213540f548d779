// SPDX-License-Identifier: Apache-2.0
/** A message as the options of a command describe it. */
@NullMarked
package io.github.hivemqtdengine.cli.message;

import org.jspecify.annotations.NullMarked;
