// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteFactoryTest {

    private final RouteFactory factory = new RouteFactory(new SchemaRegistries(List.of(), null), EdgeNodes.NONE);
    private final EventCounts events = new EventCounts();

    /** Lets a new route map a message from a site, which is a tag. */
    private void map(String routeId, String site) throws MappingException {
        var like = Samples.route(Samples.JSON, "m", Samples.ARRIVAL);
        var tag = Samples.value("site", "VARCHAR(64)", "${mqtt-topic:site}");
        var table = Samples.withTags(like.tables().get(0), null, OnTagChange.IGNORE, tag);
        factory.create(Samples.withTables(routeId, like, table))
                .rows(Samples.message("site/" + site + "/meter/7", "{}"), events);
    }

    @Test
    void shouldLetTheRoutesOfADatabaseRememberTogether() throws Exception {
        map("one", "berlin");
        map("other", "bonn");
        factory.keepOnly(List.of());
        map("one", "berlin");

        assertThat(events.tagChanges()).isEqualTo(1);
    }
}
