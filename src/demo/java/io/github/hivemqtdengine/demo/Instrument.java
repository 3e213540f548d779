// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

/** Source of one device's messages. Used by one thread at a time. */
@FunctionalInterface
interface Instrument {

    Message measure();
}
