// SPDX-License-Identifier: Apache-2.0
/** Learns a configuration from the messages of a running broker. */
@NullMarked
package io.github.hivemqtdengine.cli.learn;

import org.jspecify.annotations.NullMarked;
