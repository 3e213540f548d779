import static java.nio.charset.StandardCharsets.UTF_8;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.client.dropwizard.DropwizardExports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** Stand-in of HiveMQ's Prometheus extension: the same exporter, port and path. */
public class Metrics implements ExtensionMain {

    private HttpServer server;

    @Override
    public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        var exports = new DropwizardExports(Services.metricRegistry());
        try {
            server = HttpServer.create(new InetSocketAddress(9399), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/metrics", exchange -> {
            var text = text(exports).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, text.length);
            try (exchange) {
                exchange.getResponseBody().write(text);
            }
        });
        server.start();
    }

    private static String text(DropwizardExports exports) {
        var text = new StringBuilder();
        for (var family : exports.collect()) {
            for (var sample : family.samples) {
                text.append(sample.name).append('{');
                for (int i = 0; i < sample.labelNames.size(); i++) {
                    text.append(sample.labelNames.get(i))
                            .append("=\"")
                            .append(sample.labelValues.get(i))
                            .append("\",");
                }
                text.append("} ").append(sample.value).append('\n');
            }
        }
        return text.toString().replace("Infinity", "Inf");
    }

    @Override
    public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
        server.stop(0);
    }
}
