package io.github.hivemqtdengine.loadtest.stack;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;

/** Gives every client an interceptor of its own, like the extension, and does nothing in it. */
final class DoNothingExtension implements ExtensionMain {

    @Override
    public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        Services.initializerRegistry()
                .setClientInitializer((initializer, client) -> client.addPublishInboundInterceptor(new Interceptor()));
    }

    @Override
    public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
        // nothing was begun
    }

    /** An instance per client, so that HiveMQ has as much to look after as with the extension. */
    private static final class Interceptor implements PublishInboundInterceptor {

        @Override
        public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
            // this is what it is for
        }
    }
}
