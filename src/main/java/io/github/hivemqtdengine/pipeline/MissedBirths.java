package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LostBirths;
import java.util.function.Supplier;

/** Informs the current routes of a database of the BIRTHs that its lanes have lost. */
record MissedBirths(Supplier<Routing> routing, String databaseId) implements LostBirths {

    @Override
    public void lose(LoggedMessage message) {
        routing.get().route(databaseId, message.routeId()).ifPresent(route -> route.miss(message.message()));
    }

    @Override
    public void loseUntil(long arrivalMicros, boolean areCopied) {
        routing.get().routes().routes().forEach(route -> route.missUntil(arrivalMicros, areCopied));
    }
}
