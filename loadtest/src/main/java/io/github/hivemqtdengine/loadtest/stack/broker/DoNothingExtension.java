// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;

/** Extension that does nothing in an interceptor for each client, like the extension's own. */
final class DoNothingExtension implements ExtensionMain {

    @Override
    public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        Services.initializerRegistry()
                .setClientInitializer((initializer, client) -> client.addPublishInboundInterceptor(new Interceptor()));
    }

    @Override
    public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
        // nothing to stop
    }

    /** One instance per client, so that HiveMQ's overhead is the same as with the extension. */
    private static final class Interceptor implements PublishInboundInterceptor {

        @Override
        public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
            // intentionally empty
        }
    }
}
