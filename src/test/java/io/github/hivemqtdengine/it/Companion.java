// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;

/** Another extension beside ours. */
final class Companion implements ExtensionMain {

    private final Runnable start;

    private Companion(Runnable start) {
        this.start = start;
    }

    /** One that does something when it starts. */
    static ExtensionMain starting(Runnable start) {
        return new Companion(start);
    }

    @Override
    public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        start.run();
    }

    @Override
    public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {}
}
