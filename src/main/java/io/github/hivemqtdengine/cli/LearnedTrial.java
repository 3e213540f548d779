// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.learn.LearnedConfiguration;
import io.github.hivemqtdengine.cli.learn.LearnedConfiguration.Learned;
import io.github.hivemqtdengine.cli.learn.Traffic;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.Route;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Samples that a learned configuration was tried with.
 *
 * @param samples the number of samples with a payload
 * @param stored how many of them would be stored, as a row or as more
 * @param problems why the others would not, the first ten
 */
record LearnedTrial(long samples, long stored, List<String> problems) {

    private static final int MAX_PROBLEMS = 10;

    static LearnedTrial of(LearnedConfiguration learned, Traffic traffic) {
        var others = learned.routes().stream()
                .filter(route -> !route.format().equals("sparkplug"))
                .map(Learned::id)
                .collect(Collectors.toSet());
        try {
            var settings = ConfigurationReader.ofDraft(learned.xml().getBytes(StandardCharsets.UTF_8))
                    .read(Path.of("config.xml"), missing -> {});
            var routes = Mapping.of(settings).routes();
            long samples = 0;
            long stored = 0;
            var problems = new ArrayList<String>();
            for (var message : traffic.samples()) {
                samples++;
                var problem = problem(routes.match(message.topic()), others, settings, message);
                if (problem.isEmpty()) {
                    stored++;
                } else if (problems.size() < MAX_PROBLEMS) {
                    problems.add(message.topic() + ": " + problem.get());
                }
            }
            return new LearnedTrial(samples, stored, problems);
        } catch (ConfigurationException e) {
            return new LearnedTrial(
                    traffic.samples().size(),
                    0,
                    e.problems().stream()
                            .map(Problem::toString)
                            .limit(MAX_PROBLEMS)
                            .toList());
        }
    }

    /**
     * Returns why a message is not stored by exactly one route. Sparkplug's have routes of their own, and names that come
     * with other messages.
     *
     * @param others the routes of other formats
     */
    private static Optional<String> problem(
            List<Route> routes, Set<String> others, ExtensionSettings settings, InboundMessage message) {
        if (message.topic().startsWith("spBv1.0/")) {
            return routes.stream()
                    .map(Route::id)
                    .filter(others::contains)
                    .findFirst()
                    .map(id -> "the route " + id + " wants it, too");
        }
        if (routes.size() != 1) {
            return Optional.of(routes.isEmpty() ? "no route wants it" : "more than one route wants it");
        }
        var explained = RouteExplanation.of(routes.get(0), settings, message);
        if (!explained.isStored()) {
            return Optional.of(explained.problem());
        }
        return explained.rows().isEmpty() ? Optional.of("it has no row") : Optional.empty();
    }
}
