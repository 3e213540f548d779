// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Body of an answer up to a number of bytes. A longer one fails, and the rest of it is not received. */
final class LimitedBody implements BodySubscriber<byte[]> {

    private final int maxBytes;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    LimitedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription started) {
        subscription = started;
        started.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (var part : parts) {
            if (part.remaining() > maxBytes - received.size()) {
                if (subscription != null) {
                    subscription.cancel();
                }
                body.completeExceptionally(new TooLong());
                return;
            }
            var bytes = new byte[part.remaining()];
            part.get(bytes);
            received.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(received.toByteArray());
    }

    /** Failure by a body that is too long. */
    static final class TooLong extends IOException {

        private static final long serialVersionUID = 1L;

        TooLong() {
            super("The answer is too long");
        }
    }
}
