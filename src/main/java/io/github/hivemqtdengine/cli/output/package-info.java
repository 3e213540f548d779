// SPDX-License-Identifier: Apache-2.0
/** What the commands print: lines for people, and JSON. */
@NullMarked
package io.github.hivemqtdengine.cli.output;

import org.jspecify.annotations.NullMarked;
