// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message intake while the pipeline can't start. It stores nothing and counts every message as dropped.
 * Acknowledgements are refused, so that publishers send their messages again.
 */
public final class RefusingSink implements MessageSink {

    private final RouteTable routes;
    private final Accounts accounts;

    /** @param metrics shows the counts of these routes from now on */
    public RefusingSink(RouteTable routes, PipelineMetrics metrics) {
        this.routes = routes;
        this.accounts = new Accounts(metrics);
        routes.routes().forEach(route -> accounts.of(route.id()));
    }

    @Override
    public List<Route> match(String topic) {
        return routes.match(topic);
    }

    @Override
    public List<Route> match(MessageSource source, String topic) {
        return routes.match(source, topic);
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        refuse(matched, pendingAck);
    }

    @Override
    public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
        refuse(matched, pendingAck);
    }

    private void refuse(List<Route> matched, @Nullable PendingAck pendingAck) {
        drop(matched, DropReason.NOT_STARTED);
        if (pendingAck != null) {
            pendingAck.refuse();
        }
    }

    @Override
    public void drop(List<Route> matched, DropReason reason) {
        accounts.drop(matched, reason);
    }

    /** Returns what was refused. */
    Accounts accounts() {
        return accounts;
    }
}
