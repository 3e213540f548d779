// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerPlanTest {

    @Test
    void shouldGiveAVariantWithAZipABrokerOfItsOwn(@TempDir Path folder) throws Exception {
        var zip = Files.createFile(folder.resolve("before.zip"));
        var scenario = ScenarioText.read("x.variant.before.x.zip = " + zip + "\n"
                + "x.variant.same.num_messages = 3\nx.modes = do-nothing, extension, before, same\n");
        var extension = BrokerPlan.of(Mode.EXTENSION, scenario);

        var before = BrokerPlan.of(Mode.EXTENSION, scenario.as(new Contender("before")));

        assertThat(extension.zip()).isEmpty();
        assertThat(before.zip()).contains(zip);
        assertThat(before).isNotEqualTo(extension);
        assertThat(BrokerPlan.of(Mode.EXTENSION, scenario.as(new Contender("same"))))
                .isEqualTo(extension);
        assertThat(BrokerPlan.of(Mode.DO_NOTHING, scenario.as(new Contender("before")))
                        .zip())
                .isEmpty();
    }
}
