// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Time that a route may be without a message.
 *
 * @param key the named topic level, each value of which may be silent; {@code null} if only the route may
 */
public record Silence(Duration after, @Nullable String key) {}
