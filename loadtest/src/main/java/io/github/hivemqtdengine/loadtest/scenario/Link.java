// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Emulated link between clients and broker.
 *
 * @param bitsPerSecond bandwidth in each direction, more than 0
 * @param bulkFlows other connections that saturate the link, half of them in each direction; from 0
 */
public record Link(long bitsPerSecond, int bulkFlows) {}
