// Writes telegraf.influx: what Telegraf's MQTT output publishes with layout = "batch" and data_format = "influx".
// In an empty folder: go mod init make && go get github.com/influxdata/telegraf/plugins/serializers/influx@v1.33.0
// && go run make.go > telegraf.influx
package main

import (
	"os"
	"time"

	"github.com/influxdata/telegraf"
	"github.com/influxdata/telegraf/metric"
	"github.com/influxdata/telegraf/plugins/serializers/influx"
)

func main() {
	serializer := &influx.Serializer{SortFields: true, UintSupport: true}
	if err := serializer.Init(); err != nil {
		panic(err)
	}
	at := time.Unix(1767600000, 123456000)
	metrics := []telegraf.Metric{
		metric.New("cpu", map[string]string{"host": "line-pc", "cpu": "cpu-total"},
			map[string]interface{}{"usage_user": 12.5, "usage_idle": 85.0, "usage_system": 1e-7}, at),
		metric.New("mem", map[string]string{"host": "line-pc"},
			map[string]interface{}{"used": uint64(18446744073709551615), "used_percent": 41.5, "free": int64(-9007199254740993)}, at),
		metric.New("disk", map[string]string{"host": "line-pc", "path": `C:\Program Files, x=y`, "label": ""},
			map[string]interface{}{"used": int64(1)}, at),
		metric.New("opc ua,press", map[string]string{"id": `ns=3;s="Press 4".Force`, "车间": "一号 厂房"},
			map[string]interface{}{"Force, kN": 81.25, "ok": true, "note": "two\nlines, \"quoted\", C:\\x\\", "empty": ""}, at),
	}
	batch, err := serializer.SerializeBatch(metrics)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(batch)
}
