// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import java.time.Duration;

/**
 * Limits of the archive.
 *
 * @param maxBytes the limit of all its files together, bytes
 * @param maxAge the age of its messages from which on they are deleted
 */
public record ArchiveSettings(long maxBytes, Duration maxAge) {}
