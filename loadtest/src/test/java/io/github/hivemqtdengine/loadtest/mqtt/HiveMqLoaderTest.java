// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedHiveMq.class)
class HiveMqLoaderTest extends LoaderContract {

    private final TestBroker broker;

    HiveMqLoaderTest(TestBroker broker) {
        this.broker = broker;
    }

    @Override
    TestBroker broker() {
        return broker;
    }
}
